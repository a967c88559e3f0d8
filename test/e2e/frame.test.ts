import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Language, LANGUAGES } from '../../src/messages/languages.ts'
import { getAreaMessages } from '../../src/messages/messages.ts'
import { assertAccessible, atRest, hydrated, openSite } from './browser.ts'

describe('every page', () => {
  const site = openSite()

  it('keeps the chosen language, units, clock and colours', async () => {
    const page = await site.visit('/settings?from=%2Fnowhere')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await page.goto('/settings')
    await hydrated(page)
    assert.equal(await page.locator('html').getAttribute('lang'), 'en', 'the language does not change before it is saved')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('dark')
    await page.getByRole('combobox', { name: 'Units' }).selectOption('imperial')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('/')
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await assertAccessible(page)
  })

  it('reports a missing page in the language of the browser', async () => {
    const page = await site.visit('/nowhere', { locale: 'es-MX', expected: /404/ })
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Página no encontrada')
    await assertAccessible(page)
  })

  it('fits a screen 320 pixels wide in every language, without overflow', async () => {
    for (const locale of LANGUAGES) {
      // Scripts change no width, which the longest words and the other direction show; without them, a page takes a third of the time.
      const javaScriptEnabled = locale === 'de' || locale === 'ar'
      const page = await site.visit('/settings', { locale, javaScriptEnabled, viewport: { width: 320, height: 640 } })
      for (const path of [
        '/settings',
        '/',
        '/subscribe?name=Oslo&lat=59.91&lon=10.75',
        '/weather/oslo-59.91,10.75',
        '/pages/privacy',
        '/api/docs',
      ]) {
        if (path !== '/settings') await page.goto(path)
        if (javaScriptEnabled) await atRest(page)
        const beside = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        assert.equal(beside, 0, `${locale} ${path}`)
      }
    }
  })

  it('has a header whose words are whole and on one line, at eight widths in every language', async () => {
    for (const locale of LANGUAGES) {
      const page = await site.visit('/settings', { locale, javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
      for (const width of [320, 390, 600, 744, 834, 1024, 1100, 1440]) {
        await page.setViewportSize({ width, height: 640 })
        const broken = await page.locator('header').evaluate(
          (header) =>
            `${[
              ...(
                header as unknown as {
                  querySelectorAll(
                    selector: string,
                  ): Iterable<{ scrollWidth: number; clientWidth: number; clientHeight: number; textContent: string }>
                }
              ).querySelectorAll('a span'),
            ]
              .filter(({ scrollWidth, clientWidth, clientHeight }) => clientWidth > 1 && (scrollWidth > clientWidth || clientHeight > 40))
              .map(({ textContent }) => textContent)}`,
        )
        assert.equal(broken, '', `${locale} ${width}`)
      }
    }
  })

  it('can be used with the keyboard from the first key on', async () => {
    const page = await site.visit('/settings')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
  })

  it('speaks every language, in its direction, which the list of languages leads to', async () => {
    const page = await site.visit('/weather/oslo-59.91,10.75', { locale: 'en-GB' })
    const names = {
      de: 'Deutsch',
      fr: 'Français',
      es: 'Español',
      it: 'Italiano',
      pt: 'Português',
      ja: '日本語',
      ar: 'العربية',
      en: 'English',
    }
    for (const [language, name] of Object.entries(names) as [Language, string][]) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`/weather/oslo-59.91,10.75?lang=${language}`)
      const [lang, dir, heading] = await page.evaluate<string[]>(
        "[document.documentElement.lang, document.documentElement.dir, document.querySelector('#days').textContent]",
      )
      assert.deepEqual(
        { lang, dir, heading },
        { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr', heading: getAreaMessages(language, 'cityPage').days },
      )
      assert.equal(await page.locator('head link[rel="alternate"][hreflang]').count(), LANGUAGES.length + 1)
    }
    const chosen = await page.goto('/weather/oslo-59.91,10.75')
    assert.match((await chosen?.text()) ?? '', /<html lang="en"/, 'the choice is stored')
  })

  it('is accessible from right to left', async () => {
    for (const path of ['/', '/weather/oslo-59.91,10.75', '/subscribe?name=Oslo&lat=59.91&lon=10.75', '/settings', '/accuracy']) {
      const page = await site.visit(path, { locale: 'ar' })
      await assertAccessible(page, path)
    }
  })

  it('moves the focus to the content after navigation, and keeps the query when the language changes', async () => {
    const page = await site.visit('/subscribe?name=Oslo&lat=59.91&lon=10.75')
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.waitForURL('/subscribe?name=Oslo&lat=59.91&lon=10.75&lang=de')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click()
    await page.getByRole('heading', { name: 'Datenschutz', level: 1 }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
  })
})
