/** A secret as people keep it in a file or pipe it in: the line end is none of it. */
export function firstLine(content: string): string {
  return content.split('\n')[0]?.replace(/\r$/, '') ?? ''
}
