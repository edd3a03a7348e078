import { MantineProvider } from '@mantine/core';
import { Toasts } from '@muster/ui/toast';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { AppRouter } from './router.tsx';
import { CrashBoundary } from './shell/crash.tsx';
import { colorSchemes, theme } from './theme/theme.ts';

export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  // Mantine would write its variables and helper classes into <style> elements, which the content
  // security policy refuses; theme/mantine.css holds what we use of them.
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      withCssVariables={false}
      withGlobalClasses={false}
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
