import { expect, it, vi } from 'vitest'

import { sharePath } from '#shared/share.ts'
import { adaAccount } from '#test/support/web/accounts.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { testSite } from '#test/support/web/test-site.ts'

import { render } from './render.tsx'

const emptyLists = {
  supporters: [],
  next: null,
  canReply: false,
  canHide: false,
  canPublish: false,
  updates: [],
  canWrite: false,
  isFollowing: null,
}
const nothingChecked = {
  payee: null,
  bankNameMatchedOn: null,
  payeeAgreedOn: null,
  documents: null,
  accountSince: null,
  earlierCampaigns: [],
}
const hostile = '</script><script>alert(1)</script>'

const page = (path: string, title = wellDetail.title) =>
  render(new Request(`https://ajo.example${path}`), {
    fetchApi: async (path) =>
      Response.json(
        path.endsWith('/trust')
          ? nothingChecked
          : {
              campaign: { ...wellDetail, title },
              edits: [],
              documents: [],
              ...emptyLists,
            },
      ),
    site: testSite,
  })

it('has the structured data of a campaign, and its picture for link previews', async () => {
  const made = await page('/c/a-well-for-oke-odo', hostile)
  expect(made).toMatchObject({
    kind: 'page',
    status: 200,
    structuredData: {
      '@type': 'WebPage',
      name: hostile,
      url: 'https://ajo.example/c/a-well-for-oke-odo',
      potentialAction: {
        '@type': 'DonateAction',
        target: 'https://ajo.example/c/a-well-for-oke-odo/donate',
        object: { '@type': 'MonetaryAmount', currency: 'NGN', value: 1_250_000 },
        result: { '@type': 'MonetaryAmount', currency: 'NGN', value: 312_500.5 },
      },
    },
  })
  const picture = sharePath({ ...wellDetail, title: hostile })
  expect('head' in made && made.head).toContain(`content="https://ajo.example${picture}"`)
})

it('has everything that link previews and oEmbed ask for', async () => {
  const made = await page('/c/a-well-for-oke-odo')
  const head = 'head' in made ? made.head : ''
  for (const name of [
    'og:description',
    'og:image',
    'og:image:alt',
    'og:image:height',
    'og:image:width',
    'og:locale',
    'og:site_name',
    'og:title',
    'og:type',
    'og:url',
    'twitter:card',
    'twitter:description',
    'twitter:image',
    'twitter:image:alt',
    'twitter:title',
  ])
    expect(head).toMatch(new RegExp(`<meta (?:property|name)="${name}" content="[^"]`))
  const url = encodeURIComponent('https://ajo.example/c/a-well-for-oke-odo')
  for (const [type, format] of [
    ['application/json+oembed', 'json'],
    ['text/xml+oembed', 'xml'],
  ])
    expect(head).toContain(
      `<link rel="alternate" type="${type}" href="https://ajo.example/oembed?url=${url}&amp;format=${format}"`,
    )
})

it.each(['/c/an-older-address', '/c/A-Well-For-Oke-Odo'])(
  'redirects %s to the current slug of the campaign',
  async (path) => {
    expect(await page(path)).toMatchObject({
      kind: 'redirect',
      status: 301,
      location: '/c/a-well-for-oke-odo',
    })
  },
)

it('has no structured data on other pages', async () => {
  expect(await page('/login')).not.toHaveProperty('structuredData')
})

const overview = (fetchApi: (path: string) => Promise<Response>, path = '/dashboard/campaigns') =>
  render(new Request(`https://ajo.example${path}`), {
    fetchApi: (asked) =>
      asked === '/api/session'
        ? Promise.resolve(Response.json({ account: null }))
        : fetchApi(asked),
    site: testSite,
  })
const list = { campaigns: [], total: 0, isTotalExact: true, next: null }

it('renders a page of the dashboard with the data that its loader promises', async () => {
  // The first page loads the modules of the screen, which may make it late.
  await vi.waitFor(async () => {
    const made = await overview(async () => Response.json(list))
    expect(made).toMatchObject({
      hydration: {
        loaderData: { 'web/pages/dashboard/campaigns.tsx': { list: { value: list } } },
      },
    })
    expect('body' in made && made.body).toContain('No Campaigns Available')
  })
})

it('sends a shell of the dashboard where the data are an error', async () => {
  const problem = { error: { code: 'too-many-requests' } }
  const made = await overview(async () => Response.json(problem, { status: 429 }))
  expect(made).toMatchObject({ hydration: null, unexpectedErrors: [] })
})

it('sends a shell of the dashboard where the data are late, and asks for no more of them', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const asked: string[] = []
  const made = await overview((path) => {
    asked.push(path)
    return path === '/api/overview' ? promise : new Promise(() => {})
  }, '/dashboard/campaign/well')
  expect(made).toMatchObject({ hydration: null })
  const before = asked.length
  resolve(Response.json({}))
  await new Promise((done) => setTimeout(done, 20))
  expect(asked).toHaveLength(before)
})

it('sends a shell without data where reading is recorded, and asks nothing', async () => {
  const asked: string[] = []
  const made = await render(new Request('https://ajo.example/dashboard/reviews/evidence'), {
    fetchApi: async (each) => {
      asked.push(each)
      return Response.json({})
    },
    site: { ...testSite, isSignedIn: true },
  })
  expect(made).toMatchObject({ kind: 'page', hydration: null, isShell: true })
  expect(asked).toEqual([])
})

const answers: Record<string, object> = {
  '/api/session': { account: adaAccount },
  '/api/account/terms': { isAccepted: true },
  '/api/account/sessions': { sessions: [] },
  '/api/account/two-factor': { isOn: false, recoveryCodesLeft: 0 },
  '/api/reviews?limit=1': { rows: [], items: [], total: 0, kinds: [], next: null },
  '/api/work': { kinds: [], isMailed: false },
  '/api/reviews/edits': { edits: [], total: 0, threshold: 5 },
  '/api/payout-stops': { campaigns: [] },
}
/** A page of Ada, whose data arrive after some time. */
const renderFor = (path: string, delayMs = 0) =>
  render(new Request(`https://ajo.example${path}`), {
    fetchApi: async (asked) => {
      await new Promise((done) => setTimeout(done, delayMs))
      return Response.json(answers[asked] ?? {})
    },
    site: { ...testSite, isSignedIn: true },
  })

it('sends a shell with the data, and without the code that loads them, where a screen has forms', async () => {
  await vi.waitFor(async () => {
    const made = await renderFor('/dashboard/settings')
    expect(made).toMatchObject({
      isShell: true,
      hydration: {
        loaderData: {
          'web/pages/dashboard/settings.tsx': { account: adaAccount, sessions: [] },
        },
      },
    })
    expect('sources' in made && made.sources).toEqual([
      'web/app/root.tsx',
      'web/layouts/dashboard-layout.tsx',
      'web/pages/dashboard/settings.tsx',
    ])
    expect('body' in made && made.body).not.toContain('<input')
  })
})

it('sends a shell that loads the data where they are late', async () => {
  const made = await renderFor('/dashboard/settings', 300)
  expect(made).toMatchObject({ isShell: true, hydration: null })
  expect('sources' in made && made.sources).toContain('web/pages/dashboard/settings.data.ts')
})

it('waits for late data whose reading is recorded, so that the browser does not read them again', async () => {
  const made = await renderFor('/dashboard/reviews', 300)
  expect(made).toMatchObject({
    isShell: true,
    hydration: {
      loaderData: {
        'web/pages/staff/reviews.tsx': { queue: { value: answers['/api/reviews?limit=1'] } },
      },
    },
  })
})
