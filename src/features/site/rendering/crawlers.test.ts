import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCrawler } from './crawlers.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'

const PEOPLE = [
  // Text browsers and small ones.
  'Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1',
  'NetSurf/3.11 (Linux)',
  'w3m/0.5.3+git20230121',
  'ELinks/0.17.0 (textmode; Linux; 80x24-2)',
  'Links (2.29; Linux 6.1 x86_64; GNU C 12.2; text)',
  'Dillo/3.1.1',
  'edbrowse/3.8.0',
  // Programs and their libraries.
  'curl/8.14.1',
  'Wget/1.25.0',
  'HTTPie/3.2.4',
  'python-requests/2.32.3',
  'Python/3.12 aiohttp/3.9.1',
  'HomeAssistant/2026.11.1 aiohttp/3.9.1 Python/3.13',
  'axios/1.7.7',
  'node',
  'okhttp/4.12.0',
  'Go-http-client/2.0',
  'Java/21.0.2',
  'Dart/3.5 (dart:io)',
  'PostmanRuntime/7.42.0',
  'libwww-perl/6.77',
  'my weather display (+https://example.org, me@example.org)',
  // Browsers without a window, in cars, on walls, on phones that are called like this, and what reads aloud.
  `${CHROME} HeadlessChrome/131.0.0.0 Safari/537.36`,
  `${CHROME} Chrome/79.0.3945.130 Safari/537.36 Tesla/2024.14.9-abc`,
  'Mozilla/5.0 (Linux; Android 9; rv:1.0; Fully Kiosk Browser) AppleWebKit/537.36',
  'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  `${CHROME} Chrome/131.0.0.0 Safari/537.36 (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)`,
  `${CHROME} Chrome/131.0.0.0 Safari/537.36 Chrome-Lighthouse`,
  // Previews of links.
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slackbot 1.0 (+https://api.slack.com/robots)',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Twitterbot/1.0',
  'TelegramBot (like TwitterBot)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'http.rb/5.2.0 (Mastodon/4.3.0; +https://mastodon.example/) Bot',
  'Synapse (bot; +https://github.com/matrix-org/synapse)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Mattermost-Bot/1.1',
  'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  // What people ask to open a page, or to watch it.
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  'Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)',
  'FreshRSS/1.24 (Linux; https://freshrss.org)',
  'NetNewsWire (RSS Reader; https://netnewswire.com/)',
  'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Better Stack Better Uptime Bot Mozilla/5.0',
  '',
  'x',
]

const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  `${CHROME} (compatible; Applebot/0.1; +http://www.apple.com/go/applebot)`,
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
  'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  'Mediapartners-Google',
  'GoogleOther',
  'Storebot-Google/1.0',
  'Scrapy/2.11.2 (+https://scrapy.org)',
  'Screaming Frog SEO Spider/21.0',
  'Mozilla/5.0 (compatible; ZoominfoBot (zoominfobot at zoominfo dot com))',
  'Barkrowler/0.9 (+https://babbar.tech/crawler)',
  'SomethingNew-Crawler/0.1',
]

describe('a user agent', () => {
  for (const userAgent of PEOPLE) it(`is a person: ${userAgent}`, () => assert.equal(isCrawler(userAgent), false))
  it('is a person if there is none', () => assert.equal(isCrawler(undefined), false))
  for (const userAgent of CRAWLERS) it(`is a crawler: ${userAgent}`, () => assert.equal(isCrawler(userAgent), true))
})
