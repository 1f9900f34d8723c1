/* Preloaded library that models a power cut: each fsync copies the file to $CRIBBLE_KEPT, so data that was
 * never synced is missing there. fsync fails while that folder has a file named `broken`. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Return the base name of the file behind a descriptor. */
static const char *name_of(int file, char path[PATH_MAX])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Read through the same descriptor: closing another one of the file would release its locks. */
static int copied(int file, const char *to)
{
    char bytes[1 << 16];
    ssize_t size;
    int copy = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (off_t at = 0; (size = pread(file, bytes, sizeof bytes, at)) > 0; at += size)
        if (write(copy, bytes, (size_t)size) != size)
            abort();
    return close(copy);
}

static int put_aside(int file, const char *kept)
{
    char path[PATH_MAX], aside[3 * PATH_MAX], unfinished[3 * PATH_MAX];
    const char *name = name_of(file, path);
    snprintf(aside, sizeof aside, "%s/%s", kept, name);
    snprintf(unfinished, sizeof unfinished, "%s/.%s", kept, name);
    return copied(file, unfinished) || rename(unfinished, aside);
}

/* Once a folder is synced, its deleted files stay deleted after a power cut. */
static int forget_the_gone(int folder, const char *kept)
{
    DIR *all = opendir(kept);
    for (struct dirent *one; (one = readdir(all));)
        if (faccessat(folder, one->d_name, F_OK, 0))
            unlinkat(dirfd(all), one->d_name, 0);
    return closedir(all);
}

static int written(int file)
{
    char broken[PATH_MAX];
    const char *kept = getenv("CRIBBLE_KEPT");
    struct stat about;
    snprintf(broken, sizeof broken, "%s/broken", kept);
    if (fstat(file, &about) || access(broken, F_OK) == 0) {
        errno = EIO;
        return -1;
    }
    return S_ISDIR(about.st_mode) ? forget_the_gone(file, kept) : put_aside(file, kept);
}

/* Serialized, since several threads may sync the same file. */
int fsync(int file)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    int done = written(file);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

int fdatasync(int file)
{
    return fsync(file);
}
