import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../api/server.ts'
import { Code, Text } from '../docs/text.tsx'
import styles from '../docs/docs.module.css'
import { DocsFrame } from '../docs/frame.tsx'
import { Method } from '../docs/operation.tsx'
import { errorsIn, type Section } from '../docs/operations.ts'
import { readDocumentation } from '../docs/read.server.ts'
import { type PageHandle, useSite } from '../components/frame/use-site.ts'
import { visitContext } from '../visit/context.ts'
import { DAY_SECONDS } from '../../../src/time.ts'

export const handle: PageHandle = { isStatic: true }

/** An overview of the API, and its general rules. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { info, origin, sections } = await readDocumentation(context)
  const limits = await apiOf(context)
    .get('/api/platform/limits')
    .then(({ requests }) => requests)
    .catch(() => [])
  return { info, origin, sections, errors: errorsIn(sections), limits, nonce: context.get(visitContext).nonce }
}

export default function ApiDocs() {
  const { info, origin, sections, errors, limits, nonce } = useLoaderData<typeof loader>()
  const site = useSite()
  return (
    <DocsFrame title="API" siteName={site?.siteName ?? ''} nonce={nonce} sections={sections} current={null}>
      <meta name="description" content={info.description.replaceAll('`', '')} />
      <link rel="canonical" href={`${origin}/api/docs`} />
      <div className={styles.intro}>
        <h1>The API</h1>
        <p>
          <Text of={info.description} />
        </p>
        <p className="soft">
          Version {info.version} · OpenAPI 3.1 document: <a href="/api/openapi.json">/api/openapi.json</a>
        </p>
      </div>
      <section className={`card ${styles.part}`} aria-labelledby="start">
        <h2 id="start">At a glance</h2>
        <p>No API key is needed. Request the weather for a point:</p>
        <Code label="First request">{`curl '${origin}/api/weather?lat=52.52&lon=13.41&scope=current'`}</Code>
        <p>Choose units and language with each request, and request up to fifty places at once:</p>
        <Code label="More requests">{`curl '${origin}/api/weather?lat=40.71&lon=-74.01&scope=daily&units=imperial&lang=es'\n\ncurl -X POST '${origin}/api/weather/batch' -H 'Content-Type: application/json' \\\n  -d '{"cities":[{"lat":53.55,"lon":9.99},{"lat":52.52,"lon":13.41,"scopes":["current","daily"]}]}'`}</Code>
        <p>
          Please show the <code>attribution</code> of each response, send its <code>ETag</code> back, and cache it as{' '}
          <code>Cache-Control</code> allows.
        </p>
      </section>
      <section className={styles.part} aria-labelledby="operations">
        <h2 id="operations">Operations</h2>
        <div hidden>
          <div className={styles.filter} data-filter>
            <label htmlFor="filter">Filter operations</label>
            <input id="filter" type="search" autoComplete="off" />
          </div>
          <p role="status" data-found className="soft small" />
        </div>
        {sections
          .filter(({ isAdmin }) => !isAdmin)
          .map((section) => (
            <Group key={section.slug} section={section} />
          ))}
      </section>
      <section className={`card ${styles.part}`} aria-labelledby="errors">
        <h2 id="errors">Errors</h2>
        <p>
          Every error has the same shape: one of these codes, a message, and the request ID, which is also in the header{' '}
          <code>X-Request-Id</code>. Invalid fields are listed in <code>details</code>; with 429 and 503, <code>retryAfterSeconds</code>{' '}
          says when to retry.
        </p>
        <Code label="Example error">{`{\n  "error": "invalid_request",\n  "message": "lat must be at most 90",\n  "requestId": "…",\n  "details": [{ "path": "lat", "message": "must be at most 90" }]\n}`}</Code>
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ code, statuses, meaning }) => (
              <tr key={code}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td>{statuses.join(', ')}</td>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {limits.length > 0 && (
        <section className={`card ${styles.part}`} aria-labelledby="limits">
          <h2 id="limits">Limits</h2>
          <p>
            Requests are counted per client address; the <code>RateLimit</code> header says how many are left. Current limits:{' '}
            <a href="/api/platform/limits">/api/platform/limits</a>.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Routes</th>
                <th scope="col">Requests</th>
              </tr>
            </thead>
            <tbody>
              {limits.map(({ route, limit, windowSeconds }) => (
                <tr key={route}>
                  <th scope="row">{route}</th>
                  <td>{limit === 0 ? 'no limit' : `${limit} per ${windowSeconds === DAY_SECONDS ? 'day' : `${windowSeconds} seconds`}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <section className={styles.part} aria-labelledby="administration">
        <h2 id="administration">For administrators</h2>
        {sections
          .filter(({ isAdmin }) => isAdmin)
          .map((section) => (
            <Group key={section.slug} section={section} />
          ))}
      </section>
    </DocsFrame>
  )
}

/** A section's operations in short, each with its search terms. */
function Group({ section: { name, slug, operations } }: { readonly section: Section }) {
  return (
    <div className="card" data-group>
      <h3>
        <a href={`/api/docs/${slug}`}>{name}</a>
      </h3>
      <ul className={styles.list}>
        {operations.map(({ id, method, path, summary, description, parameters }) => (
          <li key={id} data-words={[method, path, summary, description, ...parameters.map((each) => each.name)].join(' ').toLowerCase()}>
            <Method name={method} />
            <div>
              <a href={`/api/docs/${slug}#${id}`}>{summary}</a>
              <code>{path}</code>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
