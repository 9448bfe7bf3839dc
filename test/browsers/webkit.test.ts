import { describeTasks } from "./tasks.js";
import { webkit } from "./webkit.js";

describeTasks(webkit, false);
