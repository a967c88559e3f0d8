/**
 * `crawlers.ts NUMBER HEADERS PAGE…`: that many crawlers at once request the pages one after the other, as fast as they are answered, until the
 * process is stopped. Prints a line at the first answer. A separate process: decompressing pages must not share a core with the service.
 */
const [number, given = '{}', ...pages] = process.argv.slice(2)
const headers = JSON.parse(given) as Record<string, string>
let asked = 0
let answered = 0

async function crawl(): Promise<void> {
  for (;;) {
    const response = await fetch(pages[asked++ % pages.length] ?? '', { headers })
    await response.arrayBuffer()
    if (answered++ === 0) console.log('crawling')
  }
}

await Promise.all(Array.from({ length: Number(number) }, crawl))
