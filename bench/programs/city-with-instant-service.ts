/** A city as `civitas start` runs it, with one more global service, whose calls are priced and answered at once. */
import { servicesIn } from '../../host/global-services.ts';
import { start } from '../../main.ts';
import { instantService } from '../harness/instant-service.ts';

await start((config, now, city) => [...servicesIn(config, now, city), instantService]);
