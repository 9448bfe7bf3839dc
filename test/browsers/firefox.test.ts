import { firefox } from "./firefox.js";
import { describeTasks } from "./tasks.js";

describeTasks(firefox, false);
