import type { Kysely } from 'kysely'
import { type AuditTables, type AuditEntry, recordAudit } from '../../../admin/audit/index.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import type { Content } from './content.ts'
import type { DefaultText, PageTables } from './tables.ts'

/** A content with its rendered HTML. */
export interface SavedContent extends Content {
  readonly html: string
}

export interface Revision extends SavedContent {
  readonly revision: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly createdBy: string
}

/** The edited state of a page in one language. */
export interface PageState {
  readonly slug: string
  readonly lang: string
  readonly version: number
  readonly publishedRevision: number | null
  readonly publishedAt: number | null
  readonly draftRevision: number | null
  readonly hidden: boolean
  readonly updatedAt: number
  readonly updatedBy: string
  /** The default text that its own text takes into account; null: not known. */
  readonly defaultText: DefaultText | null
  /** Number of the newest revision; 0 without any. */
  readonly latest: number
}

/** A change to a page; omitted fields stay. */
export interface PageChange {
  readonly publishedRevision?: number | null
  readonly publishedAt?: number | null
  readonly draftRevision?: number | null
  readonly hidden?: boolean
  readonly defaultText?: DefaultText
  /** Becomes the newest revision. */
  readonly content?: SavedContent
}

export type PageStore = ReturnType<typeof createPageStore>

/** Maximum revisions of a page; beyond it the oldest unpublished one is deleted. */
const MAX_REVISIONS = 100
const STATE = [
  'slug',
  'lang',
  'version',
  'published_revision',
  'published_at',
  'draft_revision',
  'hidden',
  'updated_at',
  'updated_by',
  'default_text',
] as const

type Db = Kysely<PageTables & AuditTables>

/** Edited pages and their revisions, in PostgreSQL. */
export function createPageStore(db: Db) {
  return {
    /** All pages that were ever edited, by slug and language; they are few. */
    async listPages(): Promise<PageState[]> {
      const rows = await selectPages(db).orderBy('slug').orderBy('lang').execute()
      return rows.map(stateOf)
    },

    async findPage(slug: string, lang: string): Promise<PageState | undefined> {
      const row = await selectPages(db).where('slug', '=', slug).where('lang', '=', lang).executeTakeFirst()
      return row && stateOf(row)
    },

    findRevision: (slug: string, lang: string, revision: number): Promise<Revision | undefined> => findRevision(db, slug, lang, revision),

    /** Newest first, without bodies. */
    async listRevisions(slug: string, lang: string): Promise<Omit<Revision, 'body' | 'html'>[]> {
      const rows = await db
        .selectFrom('cms_revision')
        .select(['revision', 'format', 'title', 'description', 'indexable', 'created_at', 'created_by'])
        .where('slug', '=', slug)
        .where('lang', '=', lang)
        .orderBy('revision', 'desc')
        .limit(MAX_REVISIONS)
        .execute()
      return rows.map(revisionOf)
    },

    /**
     * Changes a page by the result of `decide`, given its locked state (undefined: never edited), in one transaction with its audit entry.
     * @throws AppError `conflict` when `version` is not the current one
     */
    async change(
      { slug, lang }: { readonly slug: string; readonly lang: string },
      version: number | undefined,
      { name, now }: { readonly name: string; readonly now: number },
      decide: (
        state: PageState | undefined,
        findRevision: (revision: number) => Promise<Revision | undefined>,
      ) => Promise<{ readonly change: PageChange; readonly audit: Omit<AuditEntry, 'at'> }>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const at = new Date(now)
        // The row is inserted first, so that concurrent first edits of a page wait for each other.
        await trx
          .insertInto('cms_page')
          .values({ slug, lang, version: 0, updated_at: at, updated_by: name })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await trx.selectFrom('cms_page').select('slug').where('slug', '=', slug).where('lang', '=', lang).forUpdate().execute()
        const row = await selectPages(trx).where('slug', '=', slug).where('lang', '=', lang).executeTakeFirstOrThrow()
        const state = stateOf(row)
        checkVersion(state.version, version)
        const { change, audit } = await decide(state.version === 0 ? undefined : state, (revision) =>
          findRevision(trx, slug, lang, revision),
        )
        await write(trx, state, change, { name, at })
        await recordAudit(trx, { ...audit, at: now })
      })
    },
  }
}

async function write(
  trx: Transaction<PageTables & AuditTables>,
  { slug, lang, version, latest }: PageState,
  { content, publishedRevision, publishedAt, draftRevision, hidden, defaultText }: PageChange,
  { name, at }: { readonly name: string; readonly at: Date },
): Promise<void> {
  if (content !== undefined) {
    const { format, title, description, body, html, indexable } = content
    await trx
      .insertInto('cms_revision')
      .values({
        slug,
        lang,
        revision: latest + 1,
        format,
        title,
        description,
        body,
        html,
        indexable,
        created_at: at,
        created_by: name,
      })
      .execute()
  }
  await trx
    .updateTable('cms_page')
    .set({
      version: version + 1,
      updated_at: at,
      updated_by: name,
      ...(publishedRevision === undefined ? {} : { published_revision: publishedRevision }),
      ...(publishedAt === undefined ? {} : { published_at: publishedAt === null ? null : new Date(publishedAt) }),
      ...(draftRevision === undefined ? {} : { draft_revision: draftRevision }),
      ...(hidden === undefined ? {} : { hidden }),
      ...(defaultText === undefined ? {} : { default_text: writeStorableJson(defaultText) }),
    })
    .where('slug', '=', slug)
    .where('lang', '=', lang)
    .execute()
  await trx
    .deleteFrom('cms_revision')
    .where('slug', '=', slug)
    .where('lang', '=', lang)
    .where('revision', '<=', latest + 1 - MAX_REVISIONS)
    .where('revision', 'not in', (eb) =>
      eb
        .selectFrom('cms_page')
        .select((page) => page.fn.coalesce('published_revision', page.lit(0)).as('kept'))
        .where('slug', '=', slug)
        .where('lang', '=', lang),
    )
    .execute()
}

async function findRevision(db: Db, slug: string, lang: string, revision: number): Promise<Revision | undefined> {
  const row = await db
    .selectFrom('cms_revision')
    .selectAll()
    .where('slug', '=', slug)
    .where('lang', '=', lang)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && { ...revisionOf(row), body: row.body, html: row.html }
}

function selectPages(db: Db) {
  return db.selectFrom('cms_page').select([
    ...STATE,
    (eb) =>
      eb
        .selectFrom('cms_revision')
        .select((revision) => revision.fn.max('revision').as('latest'))
        .whereRef('cms_revision.slug', '=', 'cms_page.slug')
        .whereRef('cms_revision.lang', '=', 'cms_page.lang')
        .as('latest'),
  ])
}

type PageRow = Awaited<ReturnType<ReturnType<typeof selectPages>['executeTakeFirstOrThrow']>>

function stateOf(row: PageRow): PageState {
  return {
    slug: row.slug,
    lang: row.lang,
    version: row.version,
    publishedRevision: row.published_revision,
    publishedAt: row.published_at?.getTime() ?? null,
    draftRevision: row.draft_revision,
    hidden: row.hidden,
    updatedAt: row.updated_at.getTime(),
    updatedBy: row.updated_by,
    defaultText: row.default_text,
    latest: row.latest ?? 0,
  }
}

interface RevisionRow extends Omit<Content, 'body'> {
  readonly revision: number
  readonly created_at: Date
  readonly created_by: string
}

function revisionOf({ revision, format, title, description, indexable, created_at: createdAt, created_by: createdBy }: RevisionRow) {
  return { revision, format, title, description, indexable, createdAt: createdAt.getTime(), createdBy }
}
