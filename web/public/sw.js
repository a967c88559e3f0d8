// Caches recent pages for offline use. Never caches what belongs to a session or a secret link.

/** Part of the cache names: caches of older versions are deleted. */
const VERSION = '2'
const FILES = `files-${VERSION}`
/** The page shown for pages that are not cached, with its assets; never evicted. */
const SHELL = `shell-${VERSION}`
const PAGES = `pages-${VERSION}`
const DATA = `data-${VERSION}`
/** Notes that a page came from the cache, and how old the copy is: a page cannot read the headers of its own document. */
const SHOWN = `shown-${VERSION}`
const STORES = { [SHELL]: Infinity, [FILES]: 150, [PAGES]: 60, [DATA]: 60, [SHOWN]: 60 }
const OFFLINE = '/offline'
/** After this wait, a cached page is shown instead. */
const PATIENCE_MS = 8_000

/** Public pages: the front page, places and their comparison, texts, documentation. */
const CACHEABLE_PAGE = /^\/(?:$|weather\/|warnings(?:$|\/)|map$|places$|pages\/|api\/docs(?:\/|$))/
/** Data of pages, which show their age. API answers requested otherwise would be shown without an age, so they are not cached. */
const CACHEABLE_DATA = /^\/(?:_|weather\/[^/]+|warnings(?:\/[^/]+)?|map|places|pages\/[^/]+)\.data$/
const CACHEABLE_FILE = /^\/(?:assets\/|icons\/|map\/|weather\/[^/]+\/meteogram\.svg$|[\w-]+\.(?:svg|js|json|webmanifest)$)/

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()))
})

/** Pages ask for caching of what they did not load through this worker: themselves if they were loaded before it, and saved places. */
self.addEventListener('message', (event) => {
  const { pages = [], files = [] } = event.data ?? {}
  event.waitUntil(cacheRequested(pages.slice(0, MAX_REQUESTED), files.slice(0, MAX_REQUESTED)))
})

const MAX_REQUESTED = 60
/** Copies younger than this are not refreshed. */
const YOUNG_MS = 3_600_000

const here = (address) => new URL(address, self.location.origin)

async function cacheRequested(pages, files) {
  for (const url of files.map(here)) {
    if (url.origin === self.location.origin && CACHEABLE_FILE.test(url.pathname)) await cacheFile(url.href).catch(() => undefined)
  }
  // One after the other: the visitor's own requests have priority.
  for (const url of pages.map(here)) await cachePage(url)
}

async function cacheFile(address) {
  if ((await caches.match(address)) !== undefined) return
  const response = await fetch(address)
  if (response.ok) await cacheResponse(await caches.open(FILES), FILES, address, response)
}

async function cacheShell() {
  const store = await caches.open(SHELL)
  await store.add(OFFLINE)
  const html = await (await store.match(OFFLINE)).text()
  const styles = [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, address]) => address)
  await store.addAll([...new Set(styles), '/offline.js', '/icons.svg'])
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => !(name in STORES)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname === '/sw.js') return
  if (request.mode === 'navigate') {
    event.respondWith(pageFor(event, CACHEABLE_PAGE.test(pathname)))
  } else if (CACHEABLE_DATA.test(pathname)) {
    event.respondWith(newest(event, DATA))
    event.waitUntil(cachePageOf(request.url))
  } else if (CACHEABLE_FILE.test(pathname)) {
    event.respondWith(pathname.startsWith('/assets/') ? oldest(event) : newest(event, FILES))
  }
})

/** A page from the network, else from the cache, else the offline page. */
async function pageFor(event, mayCache) {
  try {
    return mayCache ? await newest(event, PAGES) : await fetch(event.request)
  } catch {
    const offline = await caches.match(OFFLINE)
    return offline ?? Response.error()
  }
}

/** From the network, then cached; from the cache if the network fails. @throws if there is neither */
async function newest(event, name) {
  const store = await caches.open(name)
  const key = keyOf(event.request.url)
  const cached = (await store.match(key)) ?? (name === FILES ? await caches.match(key) : undefined)
  try {
    const signal = cached === undefined ? undefined : AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(event.request, signal === undefined ? {} : { signal })
    if (response.ok && isPublic(response)) event.waitUntil(cacheResponse(store, name, key, response.clone()))
    // A server that is restarting counts as offline.
    return response.status >= 502 && cached !== undefined ? await shown(name, key, cached) : response
  } catch (error) {
    if (cached === undefined) throw error
    return shown(name, key, cached)
  }
}

/** Returns the cached response, after writing a note that it is shown. */
async function shown(name, key, cached) {
  if (name === FILES) return cached
  const store = await caches.open(SHOWN)
  const headers = { 'x-cached-at': cached.headers.get('x-cached-at'), 'x-shown-at': String(Date.now()) }
  // A page without its age is better than no page.
  await put(store, SHOWN, key, new Response(null, { headers })).catch(() => undefined)
  return cached
}

/** For files that never change under their name: from the cache, else from the network. */
async function oldest(event) {
  const store = await caches.open(FILES)
  const cached = await caches.match(event.request)
  if (cached !== undefined) return cached
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(cacheResponse(store, FILES, event.request.url, response.clone()))
  return response
}

/** Caches a response with the time, from which pages tell its age. */
async function cacheResponse(store, name, key, response) {
  const headers = new Headers(response.headers)
  headers.set('x-cached-at', String(Date.now()))
  // Reads the whole body first: if the connection breaks, the older copy stays. Putting it again moves it to the end.
  const body = await response.arrayBuffer()
  // A streamed page that failed after its frame was sent.
  if (name === PAGES && new TextDecoder().decode(body).includes('data-failed=')) return
  await put(store, name, key, new Response(body, { status: response.status, headers }))
}

/** Stores a response, and evicts the oldest above the limit. */
async function put(store, name, key, response) {
  await store.put(key, response)
  const keys = await store.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - STORES[name])).map((old) => store.delete(old)))
}

const inProgress = new Set()

/** In-browser navigation loads data only. The page itself is cached too, so that it can be opened by its address. */
function cachePageOf(dataUrl) {
  const url = new URL(dataUrl)
  url.pathname = url.pathname.replace(/\.data$/, '').replace(/^\/_$/, '/')
  url.searchParams.delete('_routes')
  return cachePage(url, Infinity)
}

async function cachePage(url, youngMs = YOUNG_MS) {
  const key = keyOf(url.href)
  // A page's data is requested in parts, so the page may be in progress already.
  if (url.origin !== self.location.origin || !CACHEABLE_PAGE.test(url.pathname) || inProgress.has(key)) return
  inProgress.add(key)
  try {
    const store = await caches.open(PAGES)
    const cached = await store.match(key)
    if (cached !== undefined && Date.now() - Number(cached.headers.get('x-cached-at')) < youngMs) return
    const response = await fetch(key)
    if (response.ok && isPublic(response)) await cacheResponse(store, PAGES, key, response)
  } catch {
    // Tried again later.
  } finally {
    inProgress.delete(key)
  }
}

/** The cache key: `from` tells how the visitor got to a page and does not change it. */
function keyOf(address) {
  const url = new URL(address)
  url.searchParams.delete('from')
  return url.href
}

function isPublic(response) {
  return response.type === 'basic' && !/no-store/.test(response.headers.get('cache-control') ?? '')
}

/** A notification of an event; a newer one of the same event replaces it. */
self.addEventListener('push', (event) => {
  const { id, title, body, tag, url, lang, dir } = event.data.json()
  event.waitUntil(
    self.registration.getNotifications({ tag }).then(([shown]) =>
      self.registration.showNotification(title, {
        body,
        tag,
        lang,
        dir,
        icon: '/icons/192.png',
        data: { id, url },
        // The same message sent again, because its receipt was lost, makes no sound.
        renotify: shown?.data?.id !== id,
      }),
    ),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(here(event.notification.data.url)))
})

/** Brings a page's window to the front, or opens one. */
async function show(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((each) => new URL(each.url).pathname === url.pathname)
  return open === undefined ? self.clients.openWindow(url.href) : open.focus()
}

/** The push service has replaced the browser's endpoint: the service of this site has to know. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription: former, newSubscription } = event
  if (!former) return
  const renewed = newSubscription ? Promise.resolve(newSubscription) : self.registration.pushManager.subscribe(former.options)
  event.waitUntil(
    renewed.then((subscription) =>
      fetch('/api/push/endpoint', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ formerEndpoint: former.endpoint, subscription }),
      }),
    ),
  )
})
