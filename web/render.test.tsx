import { expect, it } from 'vitest'

import { sharePath } from '#shared/share.ts'
import { wellDetail } from '#test/web/campaigns.ts'

import { render } from './render.tsx'

const site = {
  origin: 'https://ajo.example',
  mode: 'live' as const,
  supportEmail: 'support@ajo.example',
  supportHours: null,
  address: ['Ajo', 'Lagos, Nigeria'],
  year: 2026,
  isSignedIn: false,
}
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
    site,
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
