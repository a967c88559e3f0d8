/** A message with a form for each CLDR plural category of its language; `other` covers omitted ones. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

export type CatalogueMessage = string | PluralForms

export type CatalogueMessages = Readonly<Record<string, CatalogueMessage>>

export type MessageParameters = Readonly<Record<string, string | number>>

/**
 * Fills the placeholders of a message. Inserted values are not expanded again, so a place called `{n}` stays that.
 * @throws when a parameter is missing: a mail never shows `{place}`
 */
export function fillMessage(message: CatalogueMessage, parameters: MessageParameters, plural: Intl.PluralRules): string {
  return formOf(message, parameters, plural).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`The message needs '${name}'.`)
    return String(value)
  })
}

function formOf(message: CatalogueMessage, { n }: MessageParameters, plural: Intl.PluralRules): string {
  if (typeof message === 'string') return message
  if (n === undefined) throw new Error("The message needs 'n'.")
  return message[plural.select(Number(n))] ?? message.other
}
