// What this device does for whoever holds it: a voice, a buzz, big digits, keys of a keyboard.

import { canBuzz } from "../../device/feel.js";
import { h } from "../../core/dom.js";
import { canSpeak } from "../../device/speech.js";
import { field, onOff } from "../controls.js";

export const comforts = (words, ui) => [
  canSpeak() && field(words("Say counts aloud"), onOff(ui.speech, ui.speakAloud)),
  canBuzz() && field(words("Buzz at my entries"), kept(ui, "buzz")),
  field(words("Big digits"), kept(ui, "digits")),
  field(words("Keyboard shortcuts"), kept(ui, "shortcuts")),
  h(
    "button.item",
    { "data-key": "keyboard", onclick: () => ui.look("keyboard") },
    words("Playing with a keyboard"),
  ),
];

const kept = (ui, name) => onOff(ui[name], (value) => ui.rememberHere({ [name]: value }));
