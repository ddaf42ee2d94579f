import type { ComponentProps, FormEvent, ReactNode } from 'react'

import { paths } from '#web/navigation/paths.ts'
import { useNavigation, Link } from '#web/router/navigate.tsx'
import { authText } from '#web/text/auth.ts'

import { type FieldProps as ActionFieldProps, ActionForm } from '../../../forms/action-form.tsx'
import { FormMessage } from '../../../forms/form-alert.tsx'
import { usePreparation } from '../../../forms/lazy.tsx'
import { SubmitButton } from '../../../forms/submit-button.tsx'

export type FieldProps = ActionFieldProps & { required: true }

type AccountFormProps = Pick<
  ComponentProps<typeof ActionForm>,
  'result' | 'schema' | 'typedText'
> & {
  submit: ReactNode
  children: (field: (name: string) => FieldProps) => ReactNode
}

/** A form of the pages for signing in. What belongs to no field is a toast, too (specification §8). */
export function AccountForm({ submit, children, ...form }: AccountFormProps) {
  const { result } = form
  const busy = useNavigation().state !== 'idle'
  usePreparation()
  const preventDoubleSubmit = (event: FormEvent) => {
    if (busy) event.preventDefault()
  }
  return (
    <ActionForm
      {...form}
      onSubmit={preventDoubleSubmit}
      problem={(message) => <FormMessage message={message} response={result} />}
      className="space-y-5"
    >
      {(field) => (
        <>
          {children((name) => ({ ...field(name), required: true }))}
          <SubmitButton busy={busy} wait={result} className="w-full">
            {submit}
          </SubmitButton>
        </>
      )}
    </ActionForm>
  )
}

const choices = [
  { path: paths.login, label: 'logIn' },
  { path: paths.signUp, label: 'createAccount' },
] as const

/** Logging in and creating an account as two equal choices, on both pages (readings P11). */
export function AccountChoice({ current }: { current: (typeof choices)[number]['path'] }) {
  return (
    <nav
      aria-label={authText.choice}
      className="mb-7 grid grid-cols-2 gap-1 rounded-full border border-control p-1"
    >
      {choices.map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          aria-current={path === current ? 'page' : undefined}
          className="grid min-h-11 place-items-center rounded-full px-3 py-2 text-center font-semibold hover:bg-mint hover:text-on-mint aria-[current=page]:bg-forest aria-[current=page]:text-on-forest"
        >
          {authText[label]}
        </Link>
      ))}
    </nav>
  )
}

type Props = { lead?: string; to: string; children: ReactNode }

/** A link below a form to an alternative, such as signing up. */
export function FormLink({ lead, to, children }: Props) {
  return (
    <p className="mt-6 text-center">
      {lead !== undefined && `${lead} `}
      <Link to={to} className="link">
        {children}
      </Link>
    </p>
  )
}

export function ForgotPassword() {
  return (
    <p className="text-right text-sm">
      <Link to={paths.forgotPassword} className="link">
        {authText.forgotPassword}
      </Link>
    </p>
  )
}
