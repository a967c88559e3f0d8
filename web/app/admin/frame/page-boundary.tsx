import { Button } from '@mantine/core'
import { isRouteErrorResponse, Link, Outlet, useRouteError } from 'react-router'
import { EmptyState } from '../kit/display.tsx'
import { toApiFailure } from '../kit/failure.ts'
import { FailureNote } from '../kit/notes.tsx'
import { Page } from '../kit/page.tsx'

/** Catches a page's errors, so that the frame stays. */
export default function PageBoundary() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <Page title="This page cannot be shown">
      <FailureNote failure={toApiFailure(error)} onRetry={() => location.reload()} />
    </Page>
  )
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <EmptyState icon="page" title="The address may be wrong, or the page may have been removed">
        <Button component={Link} to="/admin" variant="default" mt="sm">
          Go to the dashboard
        </Button>
      </EmptyState>
    </Page>
  )
}
