import { beforeEach, describe, expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openBuiltPages } from '#test/support/servers/built-pages.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, testOrigin } from '#test/support/people/people.ts'

const { database } = await freshDatabase()
const pages = await openBuiltPages()
const { app, content } = await openCampaignApp(database, { pages })
const read = (path: string) => app.request(testOrigin + path)
const readText = async (path: string) => (await read(path)).text()
const approve = (change: Parameters<typeof insertCampaignBy>[3]) =>
  insertCampaignBy(content, ada, 'approved', change)

beforeEach(async () => {
  await pages.cache.purge()
})

describe('/campaigns without script (readings N4)', () => {
  it('lists the approved campaigns with links to their public pages', async () => {
    const { slug } = await approve({ title: 'A well for Ife' })
    await insertCampaignBy(content, ada, 'pending', { title: 'Secret plan' })

    const html = await readText('/campaigns')

    expect(html).toContain(`href="/c/${slug}"`)
    expect(html).toContain('1 campaign')
    expect(html).not.toContain('Secret plan')
    expect(html).toContain(`<link rel="canonical" href="${testOrigin}/campaigns"/>`)
    expect(html).toContain(`href="${testOrigin}/campaigns.rss"`)
    expect(html).not.toContain('noindex')
  })

  it.each([
    ['q=wel', 'A well for Ife'],
    ['q=libary', 'A library for Jos'],
    ['place=jos', 'A library for Jos'],
    ['state=ending-soon', 'A library for Jos'],
    ['q=nothing-like-it', null],
  ])('finds by ?%s, and is not indexed then', async (search, found) => {
    await approve({ title: 'A well for Ife', endDate: '2099-01-01' })
    await approve({ title: 'A library for Jos', city: 'Jos', endDate: inDays(5) })

    const html = await readText(`/campaigns?${search}`)

    const titles = ['A well for Ife', 'A library for Jos'].filter((title) =>
      html.includes(`>${title}</h3>`),
    )
    expect(titles).toEqual(found === null ? [] : [found])
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html.includes('No campaigns match your search.')).toBe(found === null)
  })

  it('sends a submitted form to the address of its category, without empty fields', async () => {
    const to = async (path: string) => (await read(path)).headers.get('location')
    expect(await to('/campaigns?q=water&category=Health&place=&state=&sort=')).toBe(
      '/campaigns/health?q=water',
    )
    expect(await to('/campaigns/health?category=&q=water')).toBe('/campaigns?q=water')
    expect(await to('/campaigns/health?q=&place=')).toBe('/campaigns/health')
    expect(await to('/campaigns?category=Sports')).toBe('/campaigns')
  })

  it('goes on to a next page, which has an address of its own', async () => {
    for (let count = 0; count < 13; count++) await approve({ title: `Campaign ${count}` })

    const first = await readText('/campaigns')
    const [, next = ''] = /<link rel="next" href="([^"]+)"/.exec(first) ?? []
    const second = await readText(next.slice(testOrigin.length))

    expect(next).toContain('/campaigns?after=')
    expect(second.match(/<article/g)).toHaveLength(1)
    expect(second).toContain(`<link rel="canonical" href="${next}"/>`)
    expect(second).toContain('rel="first"')
    const unknown = await read('/campaigns?after=nonsense')
    expect(unknown.headers.get('location')).toBe('/campaigns')
  })
})

describe('/campaigns/{category}', () => {
  it('lists the campaigns of the category under a title of its own', async () => {
    const { slug } = await approve({ category: 'Health', title: 'A clinic' })
    await approve({ category: 'Education', title: 'A school' })

    const html = await readText('/campaigns/health')

    expect(html).toContain('<title>Health and medical campaigns · Ajo</title>')
    expect(html).toContain(`<link rel="canonical" href="${testOrigin}/campaigns/health"/>`)
    expect(html).toContain('>A clinic</h3>')
    expect(html).not.toContain('>A school</h3>')
    const [, data = ''] = /application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@graph': [
        { '@type': 'BreadcrumbList', itemListElement: { length: 3 } },
        {
          '@type': 'ItemList',
          itemListElement: [{ position: 1, url: `${testOrigin}/c/${slug}`, name: 'A clinic' }],
        },
      ],
    })
  })

  it('says what to do when it is empty', async () => {
    const html = await readText('/campaigns/career')
    expect(html).toContain('No campaigns in Career yet.')
    expect(html).toContain('Show all campaigns')
  })

  it('lists charity and legal aid by what the organiser of an other campaign said', async () => {
    await approve({ category: 'other', cause: 'legal', title: 'A lawyer' })
    await approve({ category: 'other', title: 'A choir' })

    const legal = await readText('/campaigns/legal')
    expect(legal).toContain('<title>Legal aid campaigns · Ajo</title>')
    expect(legal).toContain('>A lawyer</h3>')
    expect(legal).not.toContain('>A choir</h3>')

    const charity = await readText('/campaigns/charity')
    expect(charity).toContain('No campaigns in Charity yet.')
    expect(charity).toContain('>A lawyer</h3>')
    expect(charity).toContain('>A choir</h3>')
    const sent = await read('/campaigns?category=legal&q=court')
    expect(sent.headers.get('location')).toBe('/campaigns/legal?q=court')
  })

  it('does not exist for an unknown category', async () => {
    expect((await read('/campaigns/sports')).status).toBe(404)
    expect((await read('/campaigns/Health')).status).toBe(404)
  })
})
