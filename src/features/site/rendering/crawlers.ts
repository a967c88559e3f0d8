/** How programs that read many pages for nobody in particular name themselves, as search engines, archives and trainers of models do. */
const CRAWLER = new RegExp(
  [
    // Not the phones of Cubot.
    /(?<!cu)bots?(?![a-z])/,
    /crawl|crowler|spider|slurp|archiver|scrap[ey]|heritrix|nutch|httrack/,
    /mediapartners-google|apis-google|googleother|google-(?:extended|inspectiontool|safety)/,
    /yeti\/|daum|sogou|teoma|qwantify|sitebulb|bubing|censysinspect|zgrab/,
    /meta-(?:externalagent|webindexer)|facebookcatalog|anthropic-ai|cohere-ai|omgili/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/** Programs that fetch a page because a person shares it, asks for it or watches it, although some call themselves bots or link to `/bot`. */
const FOR_PERSON = new RegExp(
  [
    /slack|discord|twitterbot|telegram|linkedin|whatsapp|facebookexternalhit|facebot|skype|teams|reddit|snapchat|pinterest|viber|kakaotalk|vkshare/,
    /mastodon|pleroma|akkoma|misskey|lemmy|synapse|matrix|mattermost|rocket\.chat|zulip|\bzoom\b|bluesky|cardyb|embedly|iframely|preview|unfurl/,
    // What assistants open for whoever asks them, such as ChatGPT-User; readers of feeds.
    /-user\b|\brss|feed(?!back)|reader/,
    /uptime|pingdom|monitor|statuscake|site24x7|pinger|synthetics/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/**
 * Whether a user agent declares a crawler, for which no provider is called. Everybody else is a person: text browsers, the programs of terminals,
 * HTTP libraries, browsers without a window, previews of links, and whoever says nothing.
 */
export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && CRAWLER.test(userAgent) && !FOR_PERSON.test(userAgent)
}
