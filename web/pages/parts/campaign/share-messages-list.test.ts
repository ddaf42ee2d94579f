import { describe, expect, it } from 'vitest'

import { languageCodes } from '#shared/language.ts'
import { texts } from '#shared/sent/texts.ts'

import { toShareLinks } from './share-messages-list.tsx'

const url = 'https://ajo.example/c/a-well/bcdfghjk'

describe.each(languageCodes)('the links with messages in %s', (language) => {
  const messages = texts[language].share
  const links = toShareLinks(messages, { url, title: 'A well & a pump' })

  it('contain the address and the message of each network', () => {
    expect(links.map(({ name }) => name)).toEqual([
      'WhatsApp',
      'SMS',
      'Facebook',
      'X',
      'Telegram',
      'email',
    ])
    for (const { href } of links) expect(href).toContain(encodeURIComponent(url))
    for (const { href } of links.filter(({ name }) => name !== 'Facebook'))
      expect(decodeURIComponent(href)).toContain('A well & a pump')
  })

  it('fit a title of any length into two SMS', () => {
    const [, sms] = toShareLinks(messages, { url, title: 'x'.repeat(120) })
    const [, body = ''] = sms?.href.split('body=') ?? []
    expect(decodeURIComponent(body).length).toBeLessThanOrEqual(134)
    expect(decodeURIComponent(body)).toContain(`${'x'.repeat(59)}…`)
  })
})
