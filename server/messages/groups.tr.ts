import type { ENGLISH_GROUPS } from "./groups.en.ts";

/** Turkish texts about linked groups, as ICU MessageFormat. */
export const TURKISH_GROUPS: Readonly<Record<keyof typeof ENGLISH_GROUPS, string>> = {
  "group.access_lost":
    "Bu grubu okuyan hesap ya da belirteç artık yok. Yeni erişim verin; o zamana kadar hiçbir şey eklenmez ve kaldırılmaz.",
  "group.access_of_another":
    "Bu grubun hesabını ya da belirtecini başka biri verdi. Bağlananları değiştirmek için aynı adımda kendi erişiminizi verin.",
  "group.address_bitbucket":
    "Bir çalışma alanının (örneğin https://bitbucket.org/workspace), projelerinden birinin ya da bir Data Center projesinin (örneğin https://bitbucket.example.org/projects/KEY) adresini girin.",
  "group.address_github": "Bir kuruluşun ya da kullanıcının adresini girin; örneğin https://github.com/owner.",
  "group.address_gitlab": "Bir grubun ya da kullanıcının adresini girin; örneğin https://gitlab.com/group/subgroup.",
  "group.already_linked": "Bu proje bu grubu zaten bağlıyor.",
  "group.empty_list":
    "Sunucu {name} için artık hiçbir depo listelemiyor. Hiçbir şey kaldırılmadı: Kimlik bilgisinin grubu hâlâ okuyabildiğini denetleyin.",
  "group.failed": "Grup, sunucusuyla karşılaştırılamadı. Bir saat içinde yeniden denenecek.",
  "group.limit": "Bir proje en çok {max} grup bağlayabilir. Önce birini kaldırın.",
  "group.many_gone":
    "Sunucu, {name} grubunun {count} kaynağını, yani yarısından fazlasını artık listelemiyor. Hiçbiri kaldırılmadı: Kimlik bilgisinin grubu hâlâ okuyabildiğini denetleyin, gerçekten silinmiş olanları elle kaldırın.",
  "group.no_groups": "Bu sağlayıcının grupları bağlanamaz. Başka bir sağlayıcı seçin ya da depoları tek tek bağlayın.",
  "group.not_found":
    "{host}, “{name}” adında bir kuruluş, grup ya da kullanıcı göstermiyor. Adresi ve erişimi denetleyin.",
  "group.not_found_here": "Böyle bir bağlı grup yok.",
  "group.not_installed": "Uygulamanın bu kurulumu “{name}” değil, başka bir hesapta. Uygulamayı bu hesaba kurun.",
  "group.not_stored": "{name} bağlanamadı. Bir sonraki karşılaştırmada yeniden denenecek.",
  "group.pattern":
    "Harf, rakam, - _ . / ve en çok 4 yıldızdan oluşan bir ad deseni yazın; örneğin api-* ya da team/**.",
  "group.too_slow":
    "Karşılaştırma {minutes} dakika sonra sonlandırıldı: Sunucu çok yavaş yanıt veriyor. Grubun bir bölümünü, örneğin bir alt grubu bağlayın.",
  "group.too_large": "{name} içinde {max} sayısından fazla depo var. Bir bölümünü, örneğin bir alt grubu bağlayın.",
};
