import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'

import { formatNaira, type Kobo } from '#shared/money.ts'

import { publicCampaign } from './steps.ts'
import { expect, test } from './story.ts'

/** The ten packets that a server sends before it waits for the first answer of the browser. */
const firstPackets = 14_336

const codings = {
  br: (part: Buffer) =>
    brotliDecompressSync(part, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: (part: Buffer) => gunzipSync(part, { finishFlush: constants.Z_SYNC_FLUSH }),
}

for (const [coding, decompress] of Object.entries(codings))
  test(`the first 14 kB of a campaign's page in ${coding} contain what a donor reads`, async ({
    ajo,
    person,
  }) => {
    const page = await person()
    const { address, id } = await publicCampaign(page)
    const answer = await page.request.get(`/api/campaigns/${id}`)
    const { campaign } = (await answer.json()) as {
      campaign: { title: string; raised: Kobo; goal: Kobo; description: string }
    }
    const sent = await readSent(ajo.url, address, coding)
    const part = sent.subarray(0, firstPackets)
    const end = part.indexOf('\r\n\r\n')
    const headers = part.subarray(0, end).toString('latin1').toLowerCase()
    expect(headers).toContain(`content-encoding: ${coding}`)
    expect(headers).toContain('content-length:')
    const html = decompress(part.subarray(end + 4)).toString()
    const text = html.slice(html.indexOf('<body'))

    expect(text).toContain(campaign.title)
    expect(text).toContain(formatNaira(campaign.raised))
    expect(text).toContain(formatNaira(campaign.goal))
    expect(text).toContain(`href="${address}/donate"`)
    const [paragraph = ''] = campaign.description.split('\n')
    expect(text).toContain(paragraph)
  })

/** The bytes of the response with its headers, as they leave the server. */
async function readSent(url: string, path: string, coding: string): Promise<Buffer> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: ${coding}\r\nconnection: close\r\n\r\n`,
  )
  await once(socket, 'close')
  return Buffer.concat(parts)
}
