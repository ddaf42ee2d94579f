import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'

import { Tabs } from './tabs.tsx'

function Profile({ refuse }: { refuse?: number }) {
  const [selected, setSelected] = useState(0)
  const tabs = ['All', 'Approved', 'Rejected'].map((name) => ({
    name,
    content: <p>{name} campaigns</p>,
  }))
  const select = (index: number) => index !== refuse && setSelected(index)
  return <Tabs label="Campaigns" selected={selected} onSelect={select} tabs={tabs} />
}

const tab = (name: string) => screen.getByRole('tab', { name })

describe('Tabs', () => {
  it('show one panel, labelled by its tab', async () => {
    render(<Profile />)
    expect(screen.getByRole('tabpanel', { name: 'All' })).toHaveTextContent('All campaigns')
    expect(screen.getByText('Approved campaigns')).not.toBeVisible()

    await userEvent.click(tab('Approved'))
    expect(screen.getByRole('tabpanel', { name: 'Approved' })).toBeVisible()
    expect(tab('Approved')).toHaveAttribute('aria-selected', 'true')
    await expectAccessible()
  })

  it('are one tab stop; arrows, Home and End move between them and wrap around', async () => {
    render(<Profile />)
    await userEvent.tab()
    expect(tab('All')).toHaveFocus()

    await userEvent.keyboard('{ArrowRight}')
    expect(tab('Approved')).toHaveFocus()
    expect(tab('Approved')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{End}')
    expect(tab('Rejected')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    expect(tab('All')).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(tab('Rejected')).toHaveFocus()
    await userEvent.keyboard('{Home}')
    expect(tab('All')).toHaveFocus()

    await userEvent.tab()
    expect(screen.getByRole('tabpanel')).toHaveFocus()
  })

  it('do not change when the parent does not select the tab', async () => {
    render(<Profile refuse={1} />)
    await userEvent.click(tab('Approved'))
    expect(tab('All')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel', { name: 'All' })).toBeVisible()
  })
})
