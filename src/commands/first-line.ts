/** A secret as kept in a file or piped in: the first line, without its line end. */
export function firstLine(content: string): string {
  return content.split('\n')[0]?.replace(/\r$/, '') ?? ''
}
