import heroStyles from '../city/parts/hero.module.css'
import { Hero } from '../city/parts/hero.tsx'
import type { CityTexts } from '../city/texts.ts'
import { buildAlertsView } from '../city/view/alerts.ts'
import { buildDaysView } from '../city/view/days.ts'
import { buildHeroView } from '../city/view/hero.ts'
import type { NowView } from '../city/view/now.ts'
import { computePlaceToday } from '../city/view/teller.ts'
import { WeatherIcon } from '../components/weather-icon.tsx'
import { formatCalendarDay } from '../format/times.ts'
import type { SharedPlace } from './shared-place.server.ts'

/** What a frame shows of a place, with the first days of the week, as finished texts. */
export function buildEmbedView({ known, point, weather, teller, credits, asOf }: SharedPlace, dayCount: number) {
  const { t } = teller
  const { daily, hourly } = weather
  const { list, others } = buildAlertsView(weather, teller)
  const [warning] = list
  const today = computePlaceToday(teller)
  return {
    place: { name: known.name, region: known.region, lat: point.lat, lon: point.lon },
    hero: { ...buildHeroView(weather, point, teller), facts: [] },
    /** The most severe warning, and how many others there are. */
    warning: warning === undefined ? null : { event: warning.event, color: warning.color, others: list.length + others.length - 1 },
    days: (daily === null ? [] : buildDaysView(daily, hourly, teller).list)
      .filter(({ date }) => date >= today)
      .slice(0, dayCount)
      .map(({ date, name, icon, words, min, max, fall }) => ({
        date,
        name: date === today ? name : formatCalendarDay(date, 'shortWeekday', teller),
        icon,
        words,
        min,
        max,
        fall: fall[0] ?? '',
      })),
    asOf,
    credits: credits.map(({ text, url }) => ({ text, url })),
    texts: {
      title: t('embed.frameTitle', { place: known.name }),
      now: t('cityPage.now'),
      days: t('cityPage.days'),
      away: t('embed.away'),
      warnings: t('cityPage.warnings'),
    },
  }
}

type EmbedOf = ReturnType<typeof buildEmbedView> & {
  readonly now: NowView | null
  readonly isSmall: boolean
  readonly lang: string
  readonly direction: string
  readonly theme: string
  /** The place's page on this site. */
  readonly page: string
  readonly siteName: string
}

/** A whole document, but for the icons. */
export function Embed({ embed, style }: { readonly embed: EmbedOf; readonly style: string }) {
  const { lang, direction, theme, texts, isSmall } = embed
  return (
    <html lang={lang} dir={direction} {...(theme === 'auto' ? {} : { 'data-theme': theme })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === 'auto' ? 'light dark' : theme} />
        <meta name="robots" content="noindex" />
        <title>{texts.title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main className={isSmall ? 'small' : 'large'}>{isSmall ? <Small embed={embed} /> : <Large embed={embed} />}</main>
      </body>
    </html>
  )
}

function Large({ embed }: { readonly embed: EmbedOf }) {
  const { texts, days } = embed
  return (
    <>
      <Hero view={embed} messages={{ now: texts.now } as CityTexts} actions={<Warning embed={embed} />}>
        <Foot embed={embed} />
      </Hero>
      {days.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <div role="group" aria-label={texts.days} className="strip" tabIndex={0}>
          <ol>
            {days.map(({ date, name, icon, words, min, max, fall }) => (
              <li key={date}>
                <span className="day">{name}</span>
                <WeatherIcon name={icon} size={36} />
                <span className="unseen">{words}</span>
                <span>
                  <b>{max}</b> <span className="min">{min}</span>
                </span>
                <span className="fall">{fall}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}

function Small({ embed }: { readonly embed: EmbedOf }) {
  const { place, now, hero, texts } = embed
  return (
    <section className={heroStyles.hero} data-sky={hero.sky} data-light={hero.light} data-heat={hero.heat}>
      <div className="row">
        <WeatherIcon name={now?.icon ?? null} size={48} />
        <p className="temperature">{now?.temperature}</p>
        <div>
          <h1>{place.name}</h1>
          <p>{now === null ? texts.away : [now.words, ...hero.range].join(' · ')}</p>
        </div>
        <Warning embed={embed} />
      </div>
      <p className="foot">
        <Foot embed={embed} />
      </p>
    </section>
  )
}

function Warning({ embed: { warning, texts, page } }: { readonly embed: EmbedOf }) {
  if (warning === null) return null
  return (
    <a className="warning" data-color={warning.color ?? 'unknown'} href={page} target="_blank" rel="noopener">
      <span className="unseen">{texts.warnings}: </span>
      {warning.event}
      {warning.others > 0 && ` +${warning.others}`}
    </a>
  )
}

/** How old it is, whose data it is, and where there is more. */
function Foot({ embed: { asOf, credits, page, siteName } }: { readonly embed: EmbedOf }) {
  return (
    <>
      <span>{asOf}</span>
      {credits.map(({ text, url }) => (
        <a key={text} href={url} target="_blank" rel="noopener">
          {text}
        </a>
      ))}
      <a className="more" href={page} target="_blank" rel="noopener">
        {siteName}
      </a>
    </>
  )
}
