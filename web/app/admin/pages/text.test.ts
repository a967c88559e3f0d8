import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listChangedFields, type CmsPage, buildNewPage, type Text, getEditableText } from './text.ts'

const TEXT: Text = { format: 'html', title: 'Imprint', description: 'Who we are', indexable: false, body: '<p>We</p>' }
const pageWith = (texts: Partial<Record<'draft' | 'published' | 'shipped', Text>>) =>
  ({ ...buildNewPage('imprint', 'en'), ...texts }) as CmsPage

describe('where the editing of a page starts', () => {
  const named = (title: string): Text => ({ ...TEXT, title })

  it('is the draft, else the public text, else the shipped one', () => {
    const [draft, published, shipped] = ['Draft', 'Public', 'Shipped'].map(named) as [Text, Text, Text]
    assert.equal(getEditableText(pageWith({ draft, published, shipped })).title, 'Draft')
    assert.equal(getEditableText(pageWith({ published, shipped })).title, 'Public')
    assert.deepEqual(getEditableText(pageWith({ shipped: { ...shipped, updatedAt: 'x' } as Text })), shipped)
  })

  it('is an empty Markdown text that search engines may list', () => {
    assert.deepEqual(getEditableText(buildNewPage('imprint', 'de')), {
      format: 'markdown',
      title: '',
      description: '',
      indexable: true,
      body: '',
    })
  })
})

describe('a page that does not exist yet', () => {
  it('is not public and has no history', () => {
    const { slug, lang, status, hasDraft, version, revisions } = buildNewPage('imprint', 'de')
    assert.deepEqual(
      { slug, lang, status, hasDraft, version, revisions },
      { slug: 'imprint', lang: 'de', status: 'unpublished', hasDraft: false, version: 0, revisions: [] },
    )
  })
})

describe('the changed fields', () => {
  it('are those that differ', () => {
    assert.deepEqual(listChangedFields(TEXT, { ...TEXT }), [])
    const other: Text = { format: 'markdown', title: '', description: '', indexable: true, body: '' }
    for (const field of Object.keys(TEXT) as (keyof Text)[])
      assert.deepEqual(listChangedFields(TEXT, { ...TEXT, [field]: other[field] } as Text), [field])
  })
})
