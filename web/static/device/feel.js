// What the hand feels of its own entries: one short buzz where it was kept, two where it was refused.

import { recall } from "../core/storage.js";

const KEPT = 20;
const REFUSED = [40, 60, 40];

/** A browser scolds a page that buzzes before anybody touched it. */
const wasTouched = () => navigator.userActivation?.hasBeenActive !== false;

export const canBuzz = () => "vibrate" in navigator;

export function feel(isKept) {
  if (canBuzz() && wasTouched() && recall("buzz", true))
    navigator.vibrate(isKept ? KEPT : REFUSED);
}
