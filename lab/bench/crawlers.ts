/**
 * `crawlers.ts NUMBER HEADERS PAGE…`: that many crawlers at once request the pages one after the other, as fast as they are answered. Prints
 * a line at the first answer, and the number of pages received when it is stopped. A separate process: decompressing pages must not share a
 * core with the service.
 */
const [number, given = '{}', ...pages] = process.argv.slice(2)
const headers = JSON.parse(given) as Record<string, string>
let asked = 0
let answered = 0
let came = 0

async function crawl(): Promise<void> {
  for (;;) {
    const response = await fetch(pages[asked++ % pages.length] ?? '', { headers })
    await response.arrayBuffer()
    if (answered++ === 0) console.log('crawling')
    // An overloaded service refuses some.
    if (response.ok) came += 1
  }
}

process.once('SIGTERM', () => {
  console.log(came)
  process.exit()
})
await Promise.all(Array.from({ length: Number(number) }, crawl))
