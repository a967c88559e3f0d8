import {
  createMailRenderer,
  createTemplateSandbox,
  createTemplateStore,
  type MailRenderer,
  type TemplateSandbox,
} from '../features/mail/templates/index.ts'
import type { Foundation } from './foundation.ts'
import { MAILS } from './mails.ts'

/** How mails get their texts: from what is shipped, or from what was edited, which is rendered in a thread of its own. */
export interface Templates {
  readonly sandbox: TemplateSandbox
  readonly renderer: MailRenderer
}

export function openTemplates({ linkBase, settings, storage, changes, log, onError }: Foundation): Templates {
  const sandbox = createTemplateSandbox()
  const renderer = createMailRenderer({
    templates: MAILS,
    store: createTemplateStore(storage.database.kysely),
    publicUrl: linkBase,
    get service() {
      return settings.current().siteName
    },
    changes,
    sandbox,
    onFallback: (err, template) => log.error({ err, template }, 'an edited mail template cannot be used: mails are as shipped'),
    onError,
  })
  return { sandbox, renderer }
}
