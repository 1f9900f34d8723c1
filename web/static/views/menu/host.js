// Becoming the host by the PIN, in the settings and the wizard.

import { h } from "../../core/dom.js";
import { field, textField } from "../controls.js";

export function hostForm(t, ui, act) {
  const send = () => act.becomeHost();
  return h("fieldset", { "data-key": "host" },
    h("p.about", t("The host sets brightness, colours and night for everyone, and renews the code.")),
    field(t("The host’s PIN"),
      textField(ui.pin, (pin) => act.set({ pin }), {
        inputmode: "numeric", maxlength: 8,
        onkeydown: (event) => event.key === "Enter" && send(),
      }),
      t("It’s below the address, where Cribble was started."),
    ),
    h("button.prime", { disabled: !/^[0-9]{4,8}$/.test(ui.pin.trim()), onclick: send },
      t("Become the host"),
    ),
  );
}
