import { Parser } from 'htmlparser2'

export interface FoundAttribute {
  readonly name: string
  /** Decoded. */
  readonly value: string
}

export interface HtmlReader {
  /** What no edited mail may hold; `about` is found in the source. */
  refused(message: string, about: string): void
  text(value: string): void
  element(name: string, attributes: readonly FoundAttribute[]): void
}

/** What mails are made of. Left out is all that loads, runs, sends or changes what other addresses mean. */
const ELEMENTS = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em
  figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li main mark nav ol p pre q s samp section small span
  strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/),
)
/** What the compiler writes for Outlook, in comments that only it reads. */
const FOR_OUTLOOK = /^(?:v:(?:rect|roundrect|fill|textbox|image)|w:anchorlock|o:p)$/
const CONDITIONAL = /^\[if [^\]<>]{1,40}\]>([\s\S]*)<!\[endif\]$/
/** Ends of comments that all but Outlook read on behind. */
const SWITCH = /^(?:\[if [^\]<>]{1,40}\]><!|<!\[endif\])$/

/**
 * Reads what stands in the body of a rendered mail. It is strict where programs read differently: what is not known to be harmless is refused.
 */
export function readHtml(html: string, reader: HtmlReader): void {
  const body = html.search(/<body[\s>]/i)
  if (body < 0) return reader.refused('The email has no body.', '')
  read(html.slice(body), false, reader)
}

function read(html: string, isForOutlook: boolean, reader: HtmlReader): void {
  const open: { name: string; attributes: FoundAttribute[] }[] = []
  // A reference such as `&#47;` comes apart from the text around it.
  let words = ''
  const endText = (): void => {
    if (words.trim() !== '') reader.text(words)
    words = ''
  }
  const parser = new Parser(
    {
      onopentagname(name) {
        endText()
        open.push({ name, attributes: [] })
      },
      onattribute(name, value) {
        open.at(-1)?.attributes.push({ name: name.toLowerCase(), value })
      },
      onopentag() {
        const element = open.pop()
        if (element === undefined) return
        const { name, attributes } = element
        const isKnown = ELEMENTS.has(name) || name === 'body' || (isForOutlook && FOR_OUTLOOK.test(name))
        if (!isKnown) reader.refused(`<${name}> is not allowed in an email.`, `<${name}`)
        else reader.element(name, attributes)
      },
      onclosetag: endText,
      ontext: (text) => void (words += text),
      onend: endText,
      oncomment(comment) {
        endText()
        const conditional = isForOutlook ? null : CONDITIONAL.exec(comment)
        if (conditional !== null) read(conditional[1] as string, true, reader)
        else if (!SWITCH.test(comment) && /[<>]|--/.test(comment)) reader.refused('Comments must not contain markup.', comment.slice(0, 40))
      },
      onprocessinginstruction: (_, text) => reader.refused(`<${text.slice(0, 20)}> is not allowed in an email.`, text),
      oncdatastart: () => reader.refused('CDATA is not allowed in an email.', 'CDATA'),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(html)
}
