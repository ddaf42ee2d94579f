import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/axe.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import { action, loader } from './sign-up.data.ts'
import { Component } from './sign-up.tsx'

const open = () => renderRoutes('/signup', [{ path: '/signup', loader, action, Component }])
const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }))

it('shows validation errors of the shared schema in Pidgin', async () => {
  fakeApi({})
  open()
  expect(await screen.findByRole('heading', { name: 'Open account' })).toBeVisible()
  await proceed()
  expect(await screen.findByText('You must put your First Name')).toBeVisible()
  expect(screen.getByText('Password must get at least 8 characters')).toBeVisible()
  expect(screen.getByText('You must gree with the terms and conditions')).toBeVisible()
  await expectAccessible()
})

it('shows an error response of the server in Pidgin', async () => {
  fakeApi({ 'POST /api/account': refusal(409, 'email-already-in-use') })
  open()
  await userEvent.type(await screen.findByLabelText('First Name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Last Name'), 'Okafor')
  await userEvent.type(screen.getByLabelText('Email Address'), 'ada@example.com')
  // The labels of the genders are translated, the submitted values are not.
  await userEvent.selectOptions(screen.getByLabelText('Gender'), 'Woman')
  expect(screen.getByLabelText('Gender')).toHaveValue('Female')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'correct horse')
  await userEvent.click(screen.getByRole('checkbox'))
  await proceed()
  expect(await screen.findAllByText('Another person don already use this email.')).not.toHaveLength(
    0,
  )
})
