import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/web/axe.ts'
import { renderAt } from '#test/web/render.tsx'

import { ShareButtons } from './share-buttons.tsx'

it('passes a campaign on by six ways and its link (specification §2)', async () => {
  renderAt('/', '/', <ShareButtons url="https://ajo.example/c/a-well" title="A well" />)
  await screen.findByRole('button', { name: 'Copy link' })
  const links = screen.getAllByRole('link')
  const address = encodeURIComponent('https://ajo.example/c/a-well')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Share on Facebook',
    'Share on WhatsApp',
    'Share on LinkedIn',
    'Share on Telegram',
    'Share on Reddit',
    'Share by e-mail',
  ])
  for (const link of links) expect(link.getAttribute('href')).toContain(address)
  await expectAccessible()
})
