// Becoming the host: enter the PIN, and where to find it.

import { h } from "../../core/dom.js";
import { field, textField } from "../controls.js";

export function hostForm(t, ui, act, heading) {
  const send = () => act.becomeHost();
  return h("fieldset", { "data-key": "host" },
    h("legend", heading),
    h("p", t("The host sets brightness, colours and night for everyone, and renews the code.")),
    field(t("The host’s PIN"),
      textField(ui.pin, (pin) => act.set({ pin }), {
        inputmode: "numeric", maxlength: 8,
        onkeydown: (event) => event.key === "Enter" && send(),
      }),
      ui.me.sudo
        ? t("To see it, run sudo cribble pin on the machine.")
        : t("It’s below the address in the terminal that runs Cribble; or run cribble pin there."),
    ),
    h("button.prime", { disabled: !/^[0-9]{4,8}$/.test(ui.pin.trim()), onclick: send },
      t("Become the host"),
    ),
  );
}
