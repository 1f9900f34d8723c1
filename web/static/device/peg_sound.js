// The click of a peg in wood for each hole that it walks, synthesized.

const SECONDS = 0.06;

/** Pitches in Hz, their loudness, and how fast they fade, per second. */
const TONES = [[820, 0.5, 90], [2150, 0.25, 160]];

/** Milliseconds by which a click may be late. */
const LATE = 300;

/** unlock() switches sound on, within a user gesture; walk(steps, age) plays *steps* from *age* milliseconds
 * after they began, instead of what is left of earlier ones. */
export function pegSound() {
  let audio = null;
  let click = null;
  let planned = [];

  function unlock() {
    audio ??= new AudioContext();
    click ??= woodenClick(audio);
    audio.resume();
  }

  function walk(steps, age) {
    planned.forEach((one) => one.stop());
    planned = steps.flatMap(({ start, to, at_ms: at, ms }) => {
      const holes = Math.abs(to - start);
      return Array.from({ length: holes }, (_, hole) => at + (ms * hole) / holes - age);
    }).filter((wait) => wait > -LATE).map((wait) => {
      const one = new AudioBufferSourceNode(audio, { buffer: click });
      one.connect(audio.destination);
      one.start(audio.currentTime + Math.max(0, wait) / 1000);
      return one;
    });
  }

  return { unlock, walk };
}

function woodenClick({ sampleRate }) {
  const length = Math.round(SECONDS * sampleRate);
  const buffer = new AudioBuffer({ length, sampleRate });
  const wave = Float32Array.from({ length }, (_, at) => {
    const seconds = at / sampleRate;
    return TONES.reduce((sum, [pitch, loud, fade]) =>
      sum + loud * Math.exp(-fade * seconds) * Math.sin(2 * Math.PI * pitch * seconds), 0);
  });
  buffer.copyToChannel(wave, 0);
  return buffer;
}
