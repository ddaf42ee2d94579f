import { useRouteLoaderData } from 'react-router'

import type { Account } from '#shared/account.ts'

/** Who is signed in, for screens inside the dashboard layout, whose loader has asked already. */
export function useAccount(): Account | null {
  const data = useRouteLoaderData<{ account: Account | null }>(
    'web/app/layouts/dashboard-layout.tsx',
  )
  return data?.account ?? null
}
