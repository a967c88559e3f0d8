import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseAtomFeed } from 'feedsmith'
import { type AtomEntry, writeAtomFeed } from './atom.ts'

const ENTRY: AtomEntry = {
  id: 'tag:weather.example,2026:1',
  title: 'Sturm & <Böen>',
  updated: '2026-11-21T06:00:00Z',
  author: 'Agency "A"',
  content: 'First\nsecond ]]> line',
  language: 'de',
  category: 'warning',
  rights: 'CC0',
  links: [{ rel: 'alternate', href: 'https://weather.example/a?b=1&c=2', type: 'application/cap+xml' }],
}

it('an Atom feed has what it is made of, however it is written, and leaves out what there is none of', () => {
  const xml = writeAtomFeed({
    ...ENTRY,
    subtitle: null,
    links: [{ rel: 'self', href: 'https://weather.example/feed' }],
    entries: [ENTRY, { ...ENTRY, id: 'tag:weather.example,2026:2', category: null, rights: null, links: [] }],
  })
  const { entries = [], ...feed } = parseAtomFeed(xml)
  assert.deepEqual(
    [feed.id, feed.title?.value ?? feed.title, feed.subtitle, feed.updated],
    [ENTRY.id, ENTRY.title, undefined, ENTRY.updated],
  )
  assert.deepEqual(
    { authors: feed.authors, links: feed.links },
    { authors: [{ name: ENTRY.author }], links: [{ rel: 'self', href: 'https://weather.example/feed' }] },
  )
  const [first, second] = entries
  assert.deepEqual(first?.links, ENTRY.links)
  assert.deepEqual(
    { authors: first?.authors, categories: first?.categories },
    { authors: [{ name: ENTRY.author }], categories: [{ term: 'warning' }] },
  )
  assert.equal(first?.content?.value ?? first?.content, ENTRY.content)
  assert.deepEqual(
    { categories: second?.categories, rights: second?.rights, links: second?.links },
    { categories: undefined, rights: undefined, links: undefined },
  )
  assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>/i)
  assert.match(xml, /<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom" xml:lang="de">/)
})
