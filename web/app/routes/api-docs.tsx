import swagger from '@fastify/swagger-ui/static/swagger-ui-bundle.js?url'
import swaggerStyles from '@fastify/swagger-ui/static/swagger-ui.css?url'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ERROR_CODES, ERROR_MEANINGS } from '../../../src/errors.ts'
import { type PageHandle, useSite } from '../components/frame/use-site.ts'
import { visitContext } from '../visit/context.ts'
import styles from './api-docs.module.css'

export const handle: PageHandle = { isStatic: true }

export function loader({ context }: LoaderFunctionArgs) {
  const { nonce, publicOrigin } = context.get(visitContext)
  return { nonce, origin: publicOrigin }
}

/** The API reference: Swagger UI over the OpenAPI document, from our own files. In English, like the API's texts. */
export default function ApiDocs() {
  const { nonce, origin } = useLoaderData<typeof loader>()
  const site = useSite()
  return (
    <div className={`stack gap-4 ${styles.docs}`} lang="en" dir="ltr">
      <title>{`API · ${site?.siteName ?? ''}`}</title>
      <meta name="description" content="Weather by coordinates, with history, alerts and places: every operation, with examples to try." />
      <link rel="canonical" href={`${origin}/api/docs`} />
      <link rel="stylesheet" href={swaggerStyles} precedence="low" />
      <h1>The API</h1>
      <p>
        No API key is needed. Request the weather for a point:{' '}
        <code>{`curl '${origin}/api/weather?lat=52.52&lon=13.41&scope=current'`}</code>
      </p>
      <p>
        Please show the <code>attribution</code> of each response, send its <code>ETag</code> back, and cache it as{' '}
        <code>Cache-Control</code> allows. Requests are counted per client address: <a href="/api/platform/limits">the current limits</a>.
        For programs, there is the <a href="/api/openapi.json">OpenAPI 3.1 document</a>.
      </p>
      <noscript>
        <p>The list of operations needs JavaScript; the OpenAPI document contains the same.</p>
      </noscript>
      <h2>Errors</h2>
      <p>
        Every error is JSON with a code. Where a request accepts <code>application/problem+json</code>, it is a problem by RFC 9457, whose{' '}
        <code>type</code> leads here.
      </p>
      <dl className={styles.errors}>
        {ERROR_CODES.map((code) => (
          <div key={code} id={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{ERROR_MEANINGS[code]}</dd>
          </div>
        ))}
      </dl>
      <h2>Operations</h2>
      <div id="reference" className={styles.operations} />
      <script src={swagger} nonce={nonce} defer />
      <script type="module" src="/api-docs.js" nonce={nonce} />
    </div>
  )
}
