import { UNIT_SYSTEMS, formatInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute, isAtLeast } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError } from '../../../errors.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import { createMemoryListing } from '../../../platform/http/schema/memory-listing.ts'
import { buildResponseEntry, buildErrorResponses, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { isAny, type TemplateEditing, type TemplateState } from './editing.ts'
import { RenderedMailItem } from './schemas.ts'
import { pickMailSources } from './template.ts'

const tags = ['Admin: mail']
const MAX_SOURCE = 200_000
const BODY_LIMIT = 1024 * 1024

const Id = Type.String({ pattern: '^[a-z][a-z0-9-]{0,59}$', description: 'Template ID', examples: ['weekly-digest'] })
const Params = Type.Object({ id: Id })
const Version = Type.Optional(
  Type.Integer({ minimum: 0, description: 'The version you read, 0 for the default; an outdated one is rejected' }),
)

const TemplateItem = Type.Object(
  {
    id: Id,
    description: Type.String({ description: 'What it is used for' }),
    unsubscribable: Type.Boolean({ description: 'Whether it belongs to a subscription' }),
    ownerOnly: Type.Boolean({
      description: 'Account email: only owners can edit and test it, and it may only link to this site',
    }),
    edited: Type.Boolean({ description: 'false: the default is used' }),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why the default is used although it was edited' }),
    subject: Type.String(),
    version: Type.Integer({ minimum: 0, description: '0 for the default' }),
    updatedAt: NullableInstant,
    updatedBy: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'EmailTemplateItem' },
)
type TemplateItem = Static<typeof TemplateItem>

const Sources = Type.Object({ subject: Type.String(), mjml: Type.String(), text: Type.String() })
const source = (description: string) => Type.Optional(Type.String({ maxLength: MAX_SOURCE, pattern: '^[^\\u0000]*$', description }))
const given = {
  subject: source('Liquid; one line when rendered'),
  mjml: source('MJML body with Liquid'),
  text: source('Liquid; lines are wrapped'),
}

const Template = Type.Object(
  {
    template: Type.Object({
      ...TemplateItem.properties,
      sources: { ...Sources, description: 'Sources in use' },
      shipped: { ...Sources, description: 'Default sources, restored by a reset' },
      samples: Type.Array(Type.String(), { description: 'Sample emails for the preview; the first is the default' }),
    }),
    preview: Type.Union([RenderedMailItem, Type.Null()], {
      description: 'The first sample in English; null if the stored template cannot be rendered and the default is used',
    }),
  },
  { title: 'EmailTemplate' },
)

const ITEM: TemplateItem = {
  id: 'weekly-digest',
  description: 'The week ahead for the places of one subscriber.',
  unsubscribable: true,
  ownerOnly: false,
  edited: true,
  fault: null,
  subject: '{{ subject }}',
  version: 1207,
  updatedAt: '2026-11-21T03:00:00Z',
  updatedBy: 'ada@example.org',
}
const SOURCES = { subject: '{{ subject }}', mjml: '<mj-section><mj-column></mj-column></mj-section>', text: '{{ headline }}' }
const RENDERED = { subject: 'Berlin: 2 to 7 °C', html: '<!doctype html>…', text: 'The week ahead …' }
const ANSWER = { template: { ...ITEM, sources: SOURCES, shipped: SOURCES, samples: ['berlin'] }, preview: RENDERED }
const answer = (description: string) => ({ ...Template, description, examples: [ANSWER] })

/** /api/admin/email-templates */
export function registerTemplateAdmin(app: HttpServer, editing: TemplateEditing): void {
  const whole = async (state: TemplateState) => ({
    template: {
      ...itemOf(state),
      sources: pickMailSources(state.edited ?? state.template),
      shipped: pickMailSources(state.template),
      samples: state.template.samples.map(({ id }) => id),
    },
    preview: await editing.preview(state.template.id, {}, { language: 'en', units: 'metric' }).catch(nullIfBroken),
  })

  registerListRoute(app, '/api/admin/email-templates', {
    operationId: 'listEmailTemplates',
    tags,
    summary: 'List email templates',
    description: 'Each mail in each language, and whether it was edited.',
    sorts: ['id'],
    defaultSort: 'id',
    filters: {
      edited: Type.Optional(Type.Boolean({ description: 'Only edited templates, or only defaults' })),
    },
    item: TemplateItem,
    title: 'EmailTemplates',
    example: ITEM,
    list(query) {
      const items = async () => (await editing.list()).map(itemOf).filter(({ edited }) => (query.edited ?? edited) === edited)
      return createMemoryListing<TemplateItem, 'id'>(items, {
        positionOf: ({ id }) => ({ value: id, id }),
        textOf: ({ id, description }) => `${id} ${description}`,
      })
    },
  })

  app.get(
    '/api/admin/email-templates/:id',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getEmailTemplate',
        tags,
        summary: 'Get a template with its default and a preview',
        description: 'The preview is rendered from example data.',
        params: Params,
        response: { 200: answer('The template'), ...buildErrorResponses(['invalid_request', 'not_found', 'service_unavailable']) },
      },
    },
    async ({ params }, reply) => reply.send(await whole(await editing.find(params.id))),
  )

  app.post(
    '/api/admin/email-templates',
    {
      ...buildAdminRoute('editor'),
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'createEmailTemplate',
        tags,
        summary: 'Override a default template',
        description:
          'Omitted parts use the default. The template is first compiled and rendered with every sample in every language; errors are rejected with their line.',
        body: Type.Object({ id: Id, ...given }, { examples: [{ id: 'invite', subject: 'Welcome to {{ service }}' }] }),
        response: {
          201: answer('Saved; used from the next email on'),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { id, ...sources } = request.body
      await editing.find(id).then((state) => allow(request, state))
      return reply.code(201).send(await whole(await editing.save(id, { sources, mustBeNew: true }, getAdminContext(request).actor)))
    },
  )

  app.patch(
    '/api/admin/email-templates',
    {
      ...buildAdminRoute('editor'),
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'updateEmailTemplate',
        tags,
        summary: 'Update a template',
        description: 'Omitted parts stay unchanged. Validated like a new template.',
        body: Type.Object({ id: Id, version: Version, ...given }, { examples: [{ id: 'reset-password', subject: 'Your password' }] }),
        response: {
          200: answer('Saved; used from the next email on'),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { id, version, ...sources } = request.body
      await editing.find(id).then((state) => allow(request, state))
      return reply.send(await whole(await editing.save(id, { sources, version, mustBeNew: false }, getAdminContext(request).actor)))
    },
  )

  app.post(
    '/api/admin/email-templates/:id/reset',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'resetEmailTemplate',
        tags,
        summary: 'Reset a template to the default',
        description: 'Deletes the edited text; mails use the default from then on.',
        params: Params,
        body: Type.Union([Type.Object({ version: Version }), Type.Null()], { description: 'Optional', examples: [{}] }),
        response: {
          200: {
            ...answer('The default template'),
            examples: [{ ...ANSWER, template: { ...ANSWER.template, edited: false, version: 0 } }],
          },
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      await editing.find(params.id).then((state) => allow(request, state))
      return reply.send(await whole(await editing.reset(params.id, body?.version, getAdminContext(request).actor)))
    },
  )

  app.post(
    '/api/admin/email-templates/:id/preview',
    {
      ...buildAdminRoute('viewer'),
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'previewEmailTemplate',
        tags,
        summary: 'Preview a template with sample data',
        description: 'Accepts unsaved sources, but not from viewers. Saves nothing and sends nothing; errors are rejected with their line.',
        params: Params,
        body: Type.Object(
          {
            ...given,
            sample: Type.Optional(Type.String({ maxLength: 60, description: 'Sample to use' })),
            lang: Type.Optional(Type.Enum([...LANGUAGES], { description: 'Default en' })),
            units: Type.Optional(Type.Enum([...UNIT_SYSTEMS], { description: 'Default metric' })),
          },
          { examples: [{ lang: 'de' }] },
        ),
        response: {
          200: buildResponseEntry(Type.Object({ preview: RenderedMailItem }), 'The rendered email', { preview: RENDERED }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { sample, lang = 'en', units = 'metric', subject, mjml, text } = request.body
      const sources = { subject, mjml, text }
      if (isAny(sources)) {
        if (!isAtLeast(getAdminContext(request).user.role, 'editor'))
          throw new AppError('forbidden', 'Only editors and owners can preview their own texts')
        allow(request, await editing.find(request.params.id))
      }
      return reply.send({ preview: await editing.preview(request.params.id, sources, { sample, language: lang, units }) })
    },
  )
}

function nullIfBroken(error: unknown): null {
  if (error instanceof AppError && error.code === 'invalid_request') return null
  throw error
}

/** Anyone who can edit the mail with a password-reset link can take over any account. @throws AppError `forbidden` */
function allow(request: Parameters<typeof getAdminContext>[0], { template }: TemplateState): void {
  if (template.ownerOnly === true && !isAtLeast(getAdminContext(request).user.role, 'owner')) {
    throw new AppError('forbidden', 'Only owners can edit or test account emails')
  }
}

function itemOf({ template: { id, description, unsubscribable, ownerOnly = false, subject }, edited, fault }: TemplateState): TemplateItem {
  return {
    id,
    description,
    unsubscribable,
    ownerOnly,
    edited: edited !== null,
    fault,
    subject: edited?.subject ?? subject,
    version: edited?.version ?? 0,
    updatedAt: edited === null ? null : formatInstant(edited.updatedAt),
    updatedBy: edited?.updatedBy ?? null,
  }
}
