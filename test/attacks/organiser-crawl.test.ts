import { describe, expect, it } from 'vitest'

import { sql } from '#server/platform/database/sql.ts'
import { paths } from '#web/navigation/paths.ts'
import { toSubject } from '#test/architecture/matrix-cells.ts'
import { donateTo, pay } from '#test/architecture/matrix-payment.ts'
import { sendRequest, type Cell } from '#test/architecture/matrix-run.ts'
import { openWorld } from '#test/architecture/matrix-world.ts'
import { matrix } from '#test/architecture/matrix.ts'
import { as } from '#test/support/people/people.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'

/** Each address has a local part and a domain that stand nowhere else, so that a masked address is found too. */
const donors = {
  silent: { email: 'quietheron@unticked-mail.example', name: 'Ngozi Silent', message: 'Be well' },
  anonymous: { email: 'greyotter@hidden-mail.example', anonymous: true, shareEmail: true },
  sharing: { email: 'openlark@ticked-mail.example', name: 'Tola Shares', shareEmail: true },
}
let needles: Record<keyof typeof donors, string[]>

/** Shows mails of all people, and only while Ajo is developed. */
const notForOrganisers = /^GET \/development\/mailbox/

const world = await openWorld({
  prepare: async ({ app, owner, campaigns }, services) => {
    for (const [index, form] of Object.values(donors).entries()) {
      const { reference } = await donateTo(campaigns.owners, { app, owner, donor: undefined }, form)
      await pay(services, campaigns.owners, reference, 4_099_270_000 + index)
    }
    // Earlier donations were stored before donors could share their address.
    await donateTo(campaigns.owners, { app, owner, donor: undefined }, donors.silent)
    const toNeedles = ({ email }: { email: string }) => {
      const key = services.sealing.fingerprint('donor', email)
      return [...email.split('@'), key.toString('hex'), key.toString('base64url')]
    }
    needles = {
      silent: toNeedles(donors.silent),
      anonymous: toNeedles(donors.anonymous),
      sharing: toNeedles(donors.sharing),
    }
  },
})
const routes = world.app.routes.flatMap(({ method, path, handler }) =>
  'rule' in handler ? [`${method} ${path}`] : [],
)

async function readText(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  const text = type.startsWith('application/pdf') ? readPdfText(bytes) : bytes.toString('utf8')
  const headers = [...response.headers].join('\n')
  return `${headers}\n${text}`.toLowerCase()
}

/** The donors of whose address a part stands in the text. */
const findDonors = (text: string) =>
  Object.entries(needles).flatMap(([name, parts]) =>
    parts.some((part) => text.includes(part.toLowerCase())) ? [name] : [],
  )

/** As the organiser of the campaign, with everything that the request changed restored afterwards. */
async function crawl(cell: Cell): Promise<string[]> {
  const text = await readText(await sendRequest(world, cell))
  await world.store.restore(await world.store.changed())
  return findDonors(text)
}

describe('an organiser who asks every route', () => {
  it('reads no address that its donor did not share', async () => {
    expect(routes.filter((route) => matrix[route] === undefined)).toEqual([])
    const leaks: string[] = []
    const shown = new Set<string>()
    let requests = 0
    for (const route of routes.filter((each) => !notForOrganisers.test(each)))
      for (const of of matrix[route] ?? []) {
        requests++
        for (const donor of await crawl({ route, of, role: 'owner' }))
          if (donor === 'sharing') shown.add(route)
          else leaks.push(`${route} (${toSubject(of)}): ${donor}`)
      }
    expect(leaks).toEqual([])
    // The crawl reaches the lists of donations and finds what a donor shares there.
    expect([...shown].toSorted()).toEqual([
      'GET /api/campaigns/:id/donations',
      'GET /api/campaigns/:id/donations.csv',
      'GET /api/overview/account',
      'GET /api/transactions',
      'GET /api/transactions/export.csv',
    ])
    expect(requests).toBeGreaterThan(200)
  }, 300_000)

  it('reads none on the pages, nor in other languages and further lists, except where a donor shares it', async () => {
    const { owners } = world.campaigns
    const pages = Object.values(paths).map((path) =>
      path
        .replace(':slug', owners.slug)
        .replace(':id', owners.id)
        .replace(':number', '1')
        .replace(':accessCode', world.paid.accessCode)
        .replace(/:\w+/, 'none'),
    )
    const others = ['/api/transactions?tab=given', '/api/transactions/export.csv?tab=given']
    const leaks: string[] = []
    const shown = new Set<string>()
    const session = world.people.owner?.cookie ?? ''
    const read = async (path: string, language: string) => {
      const cookie = `${session}; language=${language}`
      return findDonors(await readText(await as(world.app, { cookie })(path)))
    }
    for (const path of [...pages, ...others])
      for (const language of ['en', 'pcm'])
        for (const donor of await read(path, language))
          if (donor === 'sharing') shown.add(path)
          else leaks.push(`${path}: ${donor}`)
    expect(leaks).toEqual([])
    const sharing: string[] = [paths.overview, paths.transactions]
    expect([...shown].filter((path) => !sharing.includes(path))).toEqual([])
    // A page whose data is late on a busy machine comes without them.
    for (const path of sharing)
      await expect.poll(() => read(path, 'en'), { timeout: 60_000 }).toEqual(['sharing'])
  })

  it('is caught if a list shows an address that was not shared', async () => {
    await world.owner.run(sql`update donation set shares_email = true`)
    const route = 'GET /api/campaigns/:id/donations'
    const [of] = matrix[route] ?? []
    if (!of) throw new Error('the list has no row')
    expect(await crawl({ route, of, role: 'owner' })).toContain('silent')
  })
})
