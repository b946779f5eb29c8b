import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { untilReady } from './api/service-reach.ts';

/** Parts of the dashboard are loaded when they are needed. Where the service restarts at that moment, they come when it is
 *  back; where a new version of it has no such file any more, the second attempt fails too. */
const patiently =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load();
    } catch {
      await untilReady();
      return await load();
    }
  };

type ModuleOf<Name extends string, Props> = Record<Name, ComponentType<Props>>;

/** A part of a page. `name`: of what the module exports. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<ModuleOf<Name, Props>>,
  name: Name,
) => lazy(async () => ({ default: (await patiently(load)())[name] }));

export type LoadPage<Name extends string> = () => Promise<ModuleOf<Name, Record<string, never>>>;

/** A page of the router, which loads everything anew, once, when there is no such file any more. */
export const lazyPage = <Name extends string>(load: LoadPage<Name>, name: Name) =>
  lazyRouteComponent(patiently(load), name);
