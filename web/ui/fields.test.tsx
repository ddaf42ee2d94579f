import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'

import { CheckboxField, Field, PasswordField, SelectField, TextAreaField } from './fields.tsx'

const readValues = (form: HTMLElement) => Object.fromEntries(new FormData(form as HTMLFormElement))

describe('the fields', () => {
  it('work in a plain form with the keyboard only', async () => {
    const genders = ['Male', 'Female', 'Other'].map((name) => ({ value: name, label: name }))
    render(
      <form aria-label="Sign up">
        <Field label="First Name" name="firstname" />
        <SelectField label="Gender" name="gender" options={genders} />
        <PasswordField label="Password" name="password" />
        <TextAreaField label="Impact" name="impact" />
        <CheckboxField label="I agree" name="terms" />
      </form>,
    )

    await userEvent.keyboard('{Tab}Ada')
    await userEvent.tab()
    await userEvent.selectOptions(screen.getByLabelText('Gender'), 'Female')
    await userEvent.keyboard('{Tab}secret-1{Tab}{Tab}A well{Tab} ')

    expect(readValues(screen.getByRole('form'))).toEqual({
      firstname: 'Ada',
      gender: 'Female',
      password: 'secret-1',
      impact: 'A well',
      terms: 'on',
    })
    await expectAccessible()
  })

  it('suggest the domain that was meant, and take it with one press', async () => {
    render(
      <form aria-label="Donate">
        <Field label="Email" name="email" type="email" />
        <button>Pay</button>
      </form>,
    )
    await userEvent.type(screen.getByLabelText('Email'), 'ada@gmial.com')
    await userEvent.tab()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Did you mean ada@gmail.com?' }),
    )
    expect(readValues(screen.getByRole('form'))).toEqual({ email: 'ada@gmail.com' })
    expect(screen.getByLabelText('Email')).toHaveFocus()
    await userEvent.tab()
    expect(screen.queryByRole('button', { name: /^Did you mean/ })).not.toBeInTheDocument()
  })

  it('connect their hint and error to the control', async () => {
    render(
      <>
        <Field label="Email" hint="We never share it." error="Invalid email address" />
        <PasswordField label="Password" error="Password is required" />
        <TextAreaField label="Impact" error="Impact must be at least 50 characters" />
        <SelectField label="Gender" options={[]} error="Gender is required" />
        <CheckboxField label="I agree" error="You must accept the terms and conditions" />
      </>,
    )

    const email = screen.getByLabelText('Email')
    expect(email).toBeInvalid()
    expect(email).toHaveAccessibleDescription('We never share it. Invalid email address')
    for (const label of ['Password', 'Impact', 'Gender', 'I agree'])
      expect(screen.getByLabelText(label)).toBeInvalid()
    expect(screen.getByLabelText('I agree')).toHaveAccessibleDescription(
      'You must accept the terms and conditions',
    )
    await expectAccessible()
  })

  it('are valid and have no description without error and hint', () => {
    render(<Field label="Email" />)
    expect(screen.getByLabelText('Email')).toBeValid()
    expect(screen.getByLabelText('Email')).not.toHaveAttribute('aria-describedby')
  })
})

describe('PasswordField', () => {
  it('shows and hides the password', async () => {
    render(<PasswordField label="Password" defaultValue="secret-1" />)
    const input = screen.getByLabelText('Password')
    expect(input).toHaveAttribute('type', 'password')

    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input).toHaveAttribute('type', 'text')
    expect(input).toHaveValue('secret-1')

    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input).toHaveAttribute('type', 'password')
  })
})

describe('SelectField', () => {
  it("starts with 'Select an option', which is an empty value", () => {
    render(<SelectField label="Bank" options={[{ value: '058', label: 'GTBank' }]} />)
    expect(screen.getByLabelText('Bank')).toHaveValue('')
    expect(screen.getByLabelText('Bank')).toHaveDisplayValue('Select an option')
  })

  it('starts with the default value', () => {
    const options = [{ value: '058', label: 'GTBank' }]
    render(<SelectField label="Bank" options={options} defaultValue="058" />)
    expect(screen.getByLabelText('Bank')).toHaveDisplayValue('GTBank')
  })
})

describe('TextAreaField', () => {
  it('counts trimmed characters towards the minimum, then towards the maximum', async () => {
    render(<TextAreaField label="Impact" count={{ least: 5, most: 10 }} />)
    const area = screen.getByLabelText('Impact')
    expect(area).toHaveAccessibleDescription('0 characters (at least 5)')

    await userEvent.type(area, '  abc  ')
    expect(area).toHaveAccessibleDescription('3 characters (at least 5)')

    await userEvent.type(area, 'def')
    expect(area).toHaveAccessibleDescription('8 of at most 10 characters')
    await expectAccessible()
  })
})

describe('every field', () => {
  const fields = [
    ['Field', Field],
    ['TextAreaField', TextAreaField],
    ['PasswordField', PasswordField],
  ] as const

  it.each(fields)('%s passes required and lengths on to its control', async (_name, Control) => {
    render(<Control label="City" required minLength={3} maxLength={5} />)
    const control = screen.getByLabelText<HTMLInputElement>('City')
    expect(control.validity.valueMissing).toBe(true)
    await userEvent.type(control, 'Port Harcourt')
    expect(control).toHaveValue('Port ')
    expect(control.validity.valueMissing).toBe(false)
    expect(control).toHaveAttribute('minlength', '3')
  })

  it.each(fields)('%s can be read-only and disabled', async (_name, Control) => {
    render(
      <>
        <Control label="Title" defaultValue="Read me" readOnly />
        <Control label="City" defaultValue="Ife" disabled />
      </>,
    )
    await userEvent.type(screen.getByLabelText('Title'), '!')
    await userEvent.type(screen.getByLabelText('City'), '!')
    expect(screen.getByLabelText('Title')).toHaveValue('Read me')
    expect(screen.getByLabelText('City')).toHaveValue('Ife')
    expect(screen.getByLabelText('City')).toBeDisabled()
  })

  it('checks a pattern, and selects and boxes can be required and disabled', async () => {
    const options = [{ value: '058', label: 'GTBank' }]
    render(
      <>
        <Field label="Account Number" pattern="\d{10}" defaultValue="012" />
        <SelectField label="Bank" options={options} required />
        <SelectField label="Country" options={options} disabled />
        <CheckboxField label="I agree" required />
        <CheckboxField label="Send me news" disabled />
      </>,
    )
    expect(screen.getByLabelText<HTMLInputElement>('Account Number').validity).toHaveProperty(
      'patternMismatch',
      true,
    )
    for (const label of ['Bank', 'I agree']) expect(screen.getByLabelText(label)).toBeRequired()
    for (const label of ['Country', 'Send me news'])
      expect(screen.getByLabelText(label)).toBeDisabled()
    await userEvent.click(screen.getByLabelText('Send me news'))
    expect(screen.getByLabelText('Send me news')).not.toBeChecked()
  })
})
