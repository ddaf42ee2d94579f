import { genders } from '#shared/gender.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { PolicySentence } from '#web/pages/parts/policy/policy-links.tsx'
import {
  AccountChoice,
  AccountForm,
  type FieldProps,
} from '#web/pages/account/parts/account-form.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText as text } from '#web/text/auth.ts'
import { policyText } from '#web/text/policy.ts'
import { CheckboxField, Field, PasswordField, SelectField } from '#web/ui/fields.tsx'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'

import type { action, loader } from './sign-up.data.ts'

/** Browsers do not send an unchecked box. */
const schema = async () => (await import('./sign-up.data.ts')).form

export function Component() {
  const { isToStart } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { signUp } = text
  const genderOptions = genders.map((gender) => ({ value: gender, label: signUp.genders[gender] }))

  return (
    <AuthLayout title={signUp.title} intro={isToStart ? signUp.start : signUp.intro}>
      <AccountChoice current={paths.signUp} />
      <AccountForm result={result} schema={schema} typedText="sign-up" submit={text.proceed}>
        {(field) => (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <Field label={signUp.firstname} autoComplete="given-name" {...field('firstname')} />
              <Field label={signUp.lastname} autoComplete="family-name" {...field('lastname')} />
            </div>
            <Field label={signUp.email} type="email" {...field('email')} />
            <SelectField
              label={signUp.gender}
              options={genderOptions}
              autoComplete="sex"
              {...field('gender')}
            />
            <PasswordField
              label={signUp.password}
              hint={text.atLeastEight}
              autoComplete="new-password"
              {...field('password')}
            />
            <PasswordField
              label={signUp.confirmPassword}
              autoComplete="new-password"
              {...field('confirmPassword')}
            />
            <Terms {...field('terms')} />
          </>
        )}
      </AccountForm>
    </AuthLayout>
  )
}

function Terms({ defaultValue, ...field }: FieldProps) {
  return (
    <CheckboxField
      label={<PolicySentence text={policyText.agreement} />}
      defaultChecked={defaultValue !== undefined}
      {...field}
    />
  )
}
