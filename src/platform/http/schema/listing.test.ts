import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { listen } from '../../../../test/helpers/http-server.ts'
import { type ListParameters, type Listing, buildListQuerySchema, sendList } from './listing.ts'
import { createMemoryListing } from './memory-listing.ts'

const TOWNS = ['Aachen', 'Bonn', 'Celle', 'Ulm'].map((name, at) => ({
  id: at + 1,
  name,
  tags: at === 0 ? ['spa', 'old'] : null,
  extra: { at },
}))
type Town = (typeof TOWNS)[number]
const Item = Type.Object({ id: Type.Integer(), name: Type.String(), tags: Type.Any() })
const inMemory = createMemoryListing<Town, 'name'>(async () => TOWNS, {
  positionOf: ({ id, name }) => ({ value: name, id }),
  textOf: ({ name }) => name,
})

async function serve(t: TestContext, list: Listing<Town, 'name'> = inMemory) {
  let charted = 0
  const charts = async () => ({ charted: (charted += 1) })
  const { url } = await listen(t, (app) => {
    app.get('/towns', { schema: { querystring: buildListQuerySchema(['name'], {}) } }, (request, reply) =>
      sendList(reply, { query: request.query as ListParameters, defaultSort: 'name', list, name: 'towns', item: Item, charts }),
    )
  })
  return async (query = '') => {
    const answer = await fetch(`${url}/towns${query}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    return { status: answer.status, headers: answer.headers, bytes, text, body: isJson ? JSON.parse(text) : null }
  }
}

describe('a list', () => {
  it('200: a page at a time, each with the address of the next, the last without one', async (t) => {
    const get = await serve(t)
    const names: string[] = []
    for (let query = '?limit=3&sort=-name'; query !== '';) {
      const { status, body, headers } = await get(query)
      assert.deepEqual({ status, total: body.total }, { status: 200, total: 4 })
      names.push(...body.items.map(({ name }: Town) => name))
      assert.equal(headers.has('link'), body.nextCursor !== null)
      query = body.nextCursor === null ? '' : `?limit=3&sort=-name&cursor=${body.nextCursor}`
    }
    assert.deepEqual(names, ['Ulm', 'Celle', 'Bonn', 'Aachen'])
  })

  it('200: charts only with the first page of what is not searched', async (t) => {
    const get = await serve(t)
    const { body } = await get('?limit=1')
    assert.equal(body.charted, 1)
    for (const query of ['?q=ulm', `?limit=1&cursor=${body.nextCursor}`]) assert.equal('charted' in (await get(query)).body, false)
    assert.equal((await get('?q=')).body.charted, 2)
  })

  it('200: as CSV all that match, or the first of them, with what is nested as JSON', async (t) => {
    const get = await serve(t)
    const { text, headers, bytes } = await get('?format=csv')
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'Excel needs the mark')
    assert.match(headers.get('content-disposition') ?? '', /filename="?towns/)
    assert.equal(text.replace(/^\ufeff/, ''), 'id,name,tags\r\n1,Aachen,"[""spa"",""old""]"\r\n2,Bonn,\r\n3,Celle,\r\n4,Ulm,\r\n')
    assert.match((await get('?format=csv&limit=1')).text, /Aachen.*\r\n$/)
    assert.equal((await get('?format=csv&q=UL')).text.split('\r\n').length, 3)
  })

  it('400: a limit, an order, a text or a cursor that cannot be', async (t) => {
    const get = await serve(t)
    for (const query of [
      'limit=0',
      'limit=1001',
      'sort=id',
      'q=%00',
      `q=${'x'.repeat(201)}`,
      'format=xml',
      'cursor=x',
      `cursor=${'x'.repeat(601)}`,
    ])
      assert.equal((await get(`?${query}`)).status, 400, query)
    const cursor = (await get('?limit=1')).body.nextCursor
    assert.equal((await get(`?limit=1&sort=-name&cursor=${cursor}`)).status, 400)
  })

  it('400: a cursor that the database cannot read, and 500 for the same error without one', async (t) => {
    const failing = {
      page: async () => Promise.reject(Object.assign(new Error('invalid input syntax'), { code: '22P02' })),
      total: async () => 4,
    }
    const [get, broken] = [await serve(t), await serve(t, failing)]
    const cursor = (await get('?limit=1')).body.nextCursor
    assert.equal((await broken(`?limit=1&cursor=${cursor}`)).status, 400)
    assert.equal((await broken('?limit=1')).status, 500)
  })
})
