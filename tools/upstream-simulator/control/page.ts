/** The page that explains the simulator. */
export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Upstream simulator</title>
<style>body{font:16px/1.5 system-ui;max-width:46rem;margin:3rem auto;padding:0 1rem}code{background:#eee;padding:0 .25em}</style>
<h1>Upstream simulator</h1>
<p>This process stands in for OpenWeather, Open-Meteo, the US National Weather Service and feeds of official warnings. <strong>All weather and all warnings that
it tells are made up</strong>, or recorded long ago; every answer says so in the header <code>X-Simulated</code>.</p>
<ul>
<li><code>GET /__simulator/calls</code> – calls received since the last reset</li>
<li><code>POST /__simulator/reset</code> – as started; <code>?only=calls</code> – the counts alone</li>
<li><code>GET, PUT /__simulator/faults</code> – delays, errors, hangs, resets, broken bodies</li>
<li><code>GET, PUT /__simulator/replay</code> – recorded answers from a folder</li>
<li><code>GET, PUT /__simulator/conditions</code> – weather or warnings at a place</li>
</ul>
<p>The README beside the code has examples.</p>
</html>
`
