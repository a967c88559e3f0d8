import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createGivenUrls } from './given-url.ts'

const NO_WEB = 'must be a web address without a password'
const INSIDE = 'must be https, and lead to the public Internet'
const lookUp = async (host: string) => [host === 'inside.example' ? '10.0.0.1' : '93.184.215.14']

/** What is said of each URL that somebody entered. */
async function saidOf(allowPrivate: boolean, urls: readonly string[]) {
  const given = createGivenUrls({ allowPrivate, lookUp })
  return Promise.all(urls.map(async (url) => given.parse(url).then((parsed) => (typeof parsed === 'string' ? parsed : parsed.href))))
}

it('a URL is https and public, and never has a user or a password', async () => {
  assert.deepEqual(
    await saidOf(false, ['https://feed.example/a', 'http://feed.example/a', 'https://inside.example/', 'https://127.0.0.1/']),
    ['https://feed.example/a', INSIDE, INSIDE, INSIDE],
  )
  const others = [
    'https://ada@feed.example/',
    'https://:secret@feed.example/',
    'ftp://feed.example/',
    'feed.example',
    '',
    'mailto:ada@feed.example',
  ]
  for (const allowPrivate of [false, true]) assert.deepEqual([...new Set(await saidOf(allowPrivate, others))], [NO_WEB])
})

it('where private networks are allowed, plain http is, too', async () => {
  const urls = ['http://127.0.0.1:3000/', 'https://inside.example/']
  assert.deepEqual(await saidOf(true, urls), urls)
})
