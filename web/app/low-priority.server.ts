const HEAD_END = Buffer.from('</head>')
const PRELOAD = '<link rel="modulepreload" '

/**
 * Passes a page on with its modules preloaded at low priority. React Router has no option for it, and at their own priority 120 kB of
 * scripts share a slow line with the style sheets, without which nothing is painted. Holds bytes back until the head is complete.
 */
export function withModulesLast(page: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0)
  return page.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        if (head === null) return controller.enqueue(bytes)
        head = Buffer.concat([head, bytes])
        const end = head.indexOf(HEAD_END)
        if (end === -1) return
        const changed = head.toString('utf8', 0, end).replaceAll(PRELOAD, `${PRELOAD}fetchpriority="low" `)
        // In one piece with what follows, as it came: a page's frame is sent whole.
        controller.enqueue(Buffer.concat([Buffer.from(changed), head.subarray(end)]))
        head = null
      },
      flush(controller) {
        if (head !== null) controller.enqueue(head)
      },
    }),
  )
}
