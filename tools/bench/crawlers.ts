/**
 * `crawlers.ts NUMBER HEADERS PAGE…`: so many crawlers at once ask for the pages one after the other, as fast as they come. Prints a line with the first answer, and how many pages came when it is
 * stopped. A process of its own: what unpacks pages must not share a core with the service.
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
    // A service that is behind refuses some.
    if (response.ok) came += 1
  }
}

process.once('SIGTERM', () => {
  console.log(came)
  process.exit()
})
await Promise.all(Array.from({ length: Number(number) }, crawl))
