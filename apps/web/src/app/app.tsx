import { MantineProvider } from '@mantine/core';
import { Toasts } from '@muster/ui/toast';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { AppRouter } from './router.tsx';
import { CrashBoundary } from './shell/error-pages.tsx';
import { styleNonce } from './theme/nonce.ts';
import { colorSchemes, cssVariables, theme } from './theme/theme.ts';

export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={styleNonce}
    >
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CrashBoundary>
      <Toasts />
    </MantineProvider>
  );
}
