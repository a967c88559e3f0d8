/** A message with a form for each plural category (CLDR) that its language needs; `other` serves those that are left out. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

export type Message = string | PluralForms

export type Messages = Readonly<Record<string, Message>>

export type MessageParameters = Readonly<Record<string, string | number>>

/**
 * The message with its names in braces filled in. What is filled in is not looked at again, so a place called `{n}` stays that.
 * @throws when a name is not given: a mail never shows `{place}`
 */
export function fillMessage(message: Message, parameters: MessageParameters, plural: Intl.PluralRules): string {
  return formOf(message, parameters, plural).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`The message needs '${name}'.`)
    return String(value)
  })
}

function formOf(message: Message, { n }: MessageParameters, plural: Intl.PluralRules): string {
  if (typeof message === 'string') return message
  if (n === undefined) throw new Error("The message needs 'n'.")
  return message[plural.select(Number(n))] ?? message.other
}
