// Filters the list of operations and shows answers in place. The documentation is complete without this script.
const MAX_SHOWN = 20_000

const filter = document.querySelector('[data-filter]')
if (filter !== null) {
  const entries = [...document.querySelectorAll('[data-words]')]
  const told = document.querySelector('[data-found]')
  filter.closest('[hidden]').hidden = false
  const field = filter.querySelector('input')
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.words.includes(word))
    for (const group of document.querySelectorAll('[data-group]')) group.hidden = group.querySelector('[data-words]:not([hidden])') === null
    const found = entries.filter((entry) => !entry.hidden).length
    told.textContent = words.length === 0 ? '' : `${found} of ${entries.length} operations`
  })
}

for (const form of document.querySelectorAll('[data-try]')) {
  const answer = form.querySelector('[data-answer]')
  form.querySelector('button').hidden = false
  form.querySelector('a').hidden = true
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const address = new URL(form.elements.address.value, location.origin)
    if (address.origin !== location.origin || !address.pathname.startsWith('/api/')) {
      answer.textContent = 'Only URLs of this API can be tried here.'
      return
    }
    answer.textContent = 'Sending the request …'
    const startedAt = performance.now()
    try {
      const response = await fetch(address, { headers: { accept: 'application/json' } })
      const text = await response.text()
      const milliseconds = Math.round(performance.now() - startedAt)
      const cache = response.headers.get('x-cache')
      answer.replaceChildren(
        line(`${response.status} in ${milliseconds} ms, ${text.length.toLocaleString('en')} characters${cache === null ? '' : `, from ${cache}`}`),
        body(text),
      )
    } catch {
      answer.textContent = 'The service cannot be reached.'
    }
  })
}

function line(text) {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  return paragraph
}

function body(text) {
  const box = document.createElement('pre')
  box.tabIndex = 0
  box.setAttribute('role', 'region')
  box.setAttribute('aria-label', 'Response')
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: shown as received.
  }
  box.textContent = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n…` : shown
  return box
}

// Tests wait for this.
document.documentElement.dataset.ready = 'yes'
