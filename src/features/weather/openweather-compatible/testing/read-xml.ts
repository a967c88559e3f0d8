import { SaxesParser } from 'saxes'

/** All texts and values of attributes of a document, by the paths of their elements. @throws where it is not well-formed */
export function readXml(document: string): readonly { readonly path: string; readonly value: string }[] {
  const found: { path: string; value: string }[] = []
  const path: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    for (const [key, value] of Object.entries(attributes)) found.push({ path: `${path.join('/')}@${key}`, value })
  })
  parser.on('text', (value) => {
    if (value.trim() !== '') found.push({ path: path.join('/'), value })
  })
  parser.on('closetag', () => void path.pop())
  parser.write(document).close()
  return found
}
