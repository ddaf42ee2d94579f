// Time from `npm start` until a server whose data exist is ready: node bench/start.ts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { freePort, startAjo, untilReady } from '#test/e2e/ajo.ts'

import { median } from './rates.ts'
import { printRow, tableHead } from './table.ts'

const runs = Number(process.env['BENCH_RUNS'] ?? 5)

await using ajo = await startAjo({ env: { LOG_LEVEL: 'warn' } })
await ajo.stop()
const seconds: number[] = []
for (let run = 0; run < runs; run++) seconds.push(await measureStart())
const middle = median(seconds)
console.log(tableHead)
printRow(
  {
    what: 'Warm start until /readyz answers',
    figure: `${middle.toFixed(1)} s (${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)})`,
    goal: { atMost: 3 },
  },
  middle,
)

async function measureStart(): Promise<number> {
  const port = String(await freePort())
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    env: { ...process.env, PORT: port, DATA_DIR: ajo.dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    // npm starts a shell, so the signal goes to the group.
    detached: true,
  })
  const exited = once(child, 'exit')
  await untilReady(`http://127.0.0.1:${port}`)
  const took = performance.now() - begun
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await exited
  return took / 1_000
}
