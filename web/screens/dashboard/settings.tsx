import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'

import { twoFactorSchema, sessionListSchema } from '#shared/account.ts'

import { getApi } from '../../api/client.ts'
import {
  forgetAccount,
  rememberAccount,
  requireAccount,
} from '../../features/account/session/session.ts'
import { useStoredTab } from '../../features/dashboard/use-stored-tab.ts'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { EditProfileForm } from '../../features/settings/edit-profile-form.tsx'
import { FeedbackForm } from '../../features/settings/feedback-form.tsx'
import { SecurityTab } from '../../features/settings/later-tabs.tsx'
import { settingsText } from '../../text/settings.ts'
import { Tabs } from '../../ui/tabs.tsx'

const tabs = ['profile', 'security', 'feedback'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const account = await requireAccount(context, request)
  const api = getApi(context)
  const [listed, twoFactor] = await Promise.all([
    api.get('/account/sessions', sessionListSchema).catch(() => null),
    api.get('/account/two-factor', twoFactorSchema).catch(() => null),
  ])
  return { account, sessions: listed?.sessions ?? null, twoFactor }
}

export function Component() {
  const text = settingsText
  const { account, sessions, twoFactor } = useLoaderData<typeof loader>()
  const revalidator = useRevalidator()
  const { selected, select } = useStoredTab('settings-tab', tabs)
  const contents = [
    <EditProfileForm
      key="profile"
      account={account}
      onSaved={(saved) => {
        rememberAccount(saved)
        void revalidator.revalidate()
      }}
    />,
    <SecurityTab
      key="security"
      isShown={selected === 1}
      account={account}
      sessions={sessions}
      twoFactor={twoFactor}
      onChanged={() => void revalidator.revalidate()}
      onLoggedOut={forgetAccount}
    />,
    <FeedbackForm key="feedback" />,
  ]
  return (
    <>
      <ScreenHeader title={text.title} />
      <Tabs
        label={text.title}
        selected={selected}
        onSelect={select}
        tabs={contents.map((content, index) => ({ name: text.tabs[index], content }))}
      />
    </>
  )
}
