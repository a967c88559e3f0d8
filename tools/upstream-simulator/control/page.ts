/** The page that explains the simulator at `origin`, with commands to copy. */
export function explain(origin: string): string {
  const put = (what: string, body: object): string => `<pre>curl -X PUT ${origin}/__simulator/${what} -d '${JSON.stringify(body)}'</pre>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Upstream simulator</title>
<style>body{font:16px/1.5 system-ui;max-width:46rem;margin:3rem auto;padding:0 1rem}code,pre{background:#eee;padding:0 .25em}pre{overflow-x:auto;padding:.5em}</style>
<h1>Upstream simulator</h1>
<p>This process stands in for the weather providers and for feeds of official warnings. <strong>All of its weather and warnings are made up</strong>, or recorded long ago; every answer says so in the header <code>X-Simulated</code>.</p>
<ul>
<li><code>GET /__simulator/calls</code> – calls received since the last reset</li>
<li><code>POST /__simulator/reset</code> – as started; <code>?only=calls</code> – the counts alone</li>
<li><code>GET, PUT /__simulator/faults</code> – delays, errors, hangs, resets, broken bodies</li>
<li><code>GET, PUT /__simulator/replay</code> – recorded answers from a folder</li>
<li><code>GET, PUT /__simulator/conditions</code> – weather or warnings at a place</li>
<li><code>GET, PUT /__simulator/errors</code> – how far off a provider's forecasts are</li>
</ul>
<p>Make one provider fail, or all of them, and end that:</p>
${put('faults', { faults: [{ kind: 'status', status: 500, match: { provider: 'openweather' } }] })}
${put('faults', { faults: [{ kind: 'hang' }] })}
${put('faults', { faults: [] })}
<p>A thunderstorm in Berlin:</p>
${put('conditions', { conditions: [{ lat: 52.52, lon: 13.41, weather: { thunder: true, precipitation: 12, windGust: 31 } }] })}
<p><code>tools/upstream-simulator/README.md</code> has all kinds of faults and conditions.</p>
</html>
`
}
