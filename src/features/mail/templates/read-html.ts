import { Parser } from 'htmlparser2'

export interface FoundAttribute {
  readonly name: string
  /** Decoded. */
  readonly value: string
}

export interface HtmlReader {
  /** Reports content that no edited mail may contain; `about` is located in the source. */
  refused(message: string, about: string): void
  text(value: string): void
  element(name: string, attributes: readonly FoundAttribute[]): void
}

/** Elements allowed in mails. Excluded is everything that loads, runs, submits or changes the meaning of other URLs. */
const ELEMENTS = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em
  figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li main mark nav ol p pre q s samp section small span
  strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/),
)
/** Elements that the compiler writes for Outlook, in conditional comments. */
const FOR_OUTLOOK = /^(?:v:(?:rect|roundrect|fill|textbox|image)|w:anchorlock|o:p)$/
const CONDITIONAL = /^\[if [^\]<>]{1,40}\]>([\s\S]*)<!\[endif\]$/
/** Conditional comments after which every client but Outlook reads on. */
const SWITCH = /^(?:\[if [^\]<>]{1,40}\]><!|<!\[endif\])$/

/** Reads the body of a rendered mail. Strict where mail clients differ: content not known to be harmless is rejected. */
export function readHtml(html: string, reader: HtmlReader): void {
  const body = html.search(/<body[\s>]/i)
  if (body < 0) return reader.refused('The email has no body.', '')
  read(html.slice(body), false, reader)
}

function read(html: string, isForOutlook: boolean, reader: HtmlReader): void {
  const open: { name: string; attributes: FoundAttribute[] }[] = []
  // The parser emits a reference such as `&#47;` separately from the surrounding text.
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
        // In HTML, CDATA is a comment, too: for clients it ends at the first `>`.
        const conditional = isForOutlook ? null : CONDITIONAL.exec(comment)
        if (conditional !== null) read(conditional[1] as string, true, reader)
        else if (!SWITCH.test(comment) && /[<>]|--/.test(comment)) reader.refused('Comments must not contain markup.', comment.slice(0, 40))
      },
      onprocessinginstruction: (_, text) => reader.refused(`<${text.slice(0, 20)}> is not allowed in an email.`, text),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(html)
}
